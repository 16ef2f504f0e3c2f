"""A client by openapi-generator."""
import sys

sys.path.insert(0, sys.argv[2])
import facts  # noqa: E402

configuration = facts.Configuration(host=sys.argv[1])
configuration.access_token = None  # 5.0.0-beta2 reads it and does not set it
client = facts.ApiClient(configuration)
hero = facts.HeroesApi(client).get_hero("overwatch", "루시우")
patches = facts.PatchesApi(client).list_patches("overwatch", since="2026-06-01", kind="season")
print(hero.name, hero.role, str(patches.meta.count > 0).lower())

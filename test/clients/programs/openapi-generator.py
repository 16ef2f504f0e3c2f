"""A client by openapi-generator."""
import json
import re
import sys

sys.path.insert(0, sys.argv[2])
import facts  # noqa: E402

configuration = facts.Configuration(host=sys.argv[1])
configuration.access_token = None  # 5.0.0-beta2 reads it and does not set it
client = facts.ApiClient(configuration)
apis = [make(client) for name, make in vars(facts).items() if name.endswith("Api")]
hero = facts.HeroesApi(client).get_hero("overwatch", "루시우")

with open("generated/documents.json", encoding="utf-8") as file:
    documents = [one for one in json.load(file) if one["path"].startswith("/v1/")]
for document in documents:
    method = re.sub(r"(?=[A-Z])", "_", document["operation"]).lower()
    api = next(one for one in apis if hasattr(one, method))
    if getattr(api, method)(*document["params"].values()) is None:
        raise ValueError(document["path"])
print(hero.name, hero.role, len(documents))

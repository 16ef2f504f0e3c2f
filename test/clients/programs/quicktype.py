"""Types by quicktype, calls by the standard library."""
import json
import sys
from urllib.parse import quote
from urllib.request import urlopen

sys.path.insert(0, sys.argv[2])
from hero import hero_from_dict  # noqa: E402

base = sys.argv[1]
hero = hero_from_dict(json.load(urlopen(f"{base}/v1/overwatch/heroes/{quote('루시우')}")))
patches = json.load(urlopen(f"{base}/v1/overwatch/patches?since=2026-06-01&kind=season"))
print(hero.name, hero.role.value, str(patches["meta"]["count"] > 0).lower())

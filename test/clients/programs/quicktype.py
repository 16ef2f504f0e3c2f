"""Types by quicktype, calls by the standard library."""
import json
import sys
from urllib.request import urlopen

sys.path.insert(0, sys.argv[2])
from documents import site_from_dict  # noqa: E402

site = site_from_dict(json.load(urlopen(f"{sys.argv[1]}/every-document")))
hero = next(one for one in site.get_hero if one.id == "lucio")
print(hero.name, hero.role.value, len(site.get_hero))

// Types by quicktype, calls by the standard library.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
)

func read(path string) []byte {
	answer, err := http.Get(os.Args[1] + path)
	must(err)
	body, err := io.ReadAll(answer.Body)
	must(err)
	return body
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	hero, err := UnmarshalHero(read("/v1/overwatch/heroes/루시우"))
	must(err)
	heroes, err := UnmarshalHeroCollection(read("/v1/overwatch/heroes"))
	must(err)
	_, err = UnmarshalMapCollection(read("/v1/overwatch/maps"))
	must(err)
	_, err = UnmarshalPatchCollection(read("/v1/overwatch/patches"))
	must(err)
	fmt.Println(hero.Name, hero.Role, len(heroes.Data))
}

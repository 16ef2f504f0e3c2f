// Types by quicktype, calls by the standard library.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
)

func read(address string) []byte {
	answer, err := http.Get(address)
	if err != nil {
		panic(err)
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		panic(err)
	}
	return body
}

func main() {
	base := os.Args[1]
	hero, err := UnmarshalHero(read(base + "/v1/overwatch/heroes/" + url.PathEscape("루시우")))
	if err != nil {
		panic(err)
	}
	var patches struct {
		Meta struct{ Count int }
	}
	if err := json.Unmarshal(read(base+"/v1/overwatch/patches?since=2026-06-01&kind=season"), &patches); err != nil {
		panic(err)
	}
	fmt.Println(hero.Name, hero.Role, patches.Meta.Count > 0)
}

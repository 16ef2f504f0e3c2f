// Types by quicktype, calls by the standard library.
package main

import (
	"fmt"
	"io"
	"net/http"
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
	site, err := UnmarshalSite(read(os.Args[1] + "/every-document"))
	if err != nil {
		panic(err)
	}
	for _, hero := range site.GetHero {
		if hero.ID == "lucio" {
			fmt.Println(hero.Name, hero.Role, len(site.GetHero))
		}
	}
}

// A session of the Go client that openapi-generator makes: a collection from its creation to its end. The argument is the
// address of a server, whose responses must have the values that the requests lead to.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"

	"tessera"
)

func fail(format string, values ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	os.Exit(1)
}

// Checks the error of a call and a value of its response.
func check(what string, err error, value, expected any) {
	if err != nil {
		var answered *tessera.GenericOpenAPIError
		if errors.As(err, &answered) {
			fail("%s: %v: %s", what, err, answered.Body())
		}
		fail("%s: %v", what, err)
	}
	if value != expected {
		fail("%s: %v instead of %v", what, value, expected)
	}
}

func rows(ids ...string) []tessera.Section {
	section := tessera.NewSection()
	section.SetId("fruit")
	for _, id := range ids {
		item := tessera.NewItem()
		item.SetId(id)
		section.Items = append(section.Items, *item)
	}
	return []tessera.Section{*section}
}

func list(height float64) tessera.LayoutKind {
	layout := tessera.NewListLayout("list")
	layout.SetRowHeight(tessera.Float64AsRowHeight(&height))
	return tessera.ListLayoutAsLayoutKind(layout)
}

func main() {
	configuration := tessera.NewConfiguration()
	configuration.Servers = tessera.ServerConfigurations{{URL: os.Args[1]}}
	client := tessera.NewAPIClient(configuration)
	ctx := context.Background()
	container := *tessera.NewContainer(320, 132)

	layout, _, err := client.LayoutsAPI.SolveLayout(ctx).
		LayoutRequest(*tessera.NewLayoutRequest(container, list(60), rows("wren", "robin"))).Execute()
	check("solveLayout", err, len(layout.GetAttributes()), 2)
	check("solveLayout", err, layout.Attributes[1].Frame.Y, 60.0)

	creation := tessera.NewCollectionRequest(container, list(44), rows("apple", "banana"))
	creation.SetId("go")
	created, response, err := client.CollectionsAPI.CreateCollection(ctx).CollectionRequest(*creation).Execute()
	check("createCollection", err, created.GetVersion(), int64(1))
	check("createCollection", err, response.StatusCode, http.StatusCreated)

	path := []int32{0, 1}
	insertion := tessera.NewUpdate(tessera.UPDATEOPERATION_INSERT_ITEMS)
	insertion.At = []tessera.ItemOrSection{tessera.ArrayOfInt32AsItemOrSection(&path)}
	insertion.Items = rows("cherry")[0].Items
	diff, _, err := client.CollectionsAPI.UpdateCollection(ctx, "go").
		UpdatesRequest(*tessera.NewUpdatesRequest([]tessera.Update{*insertion})).Execute()
	check("updateCollection", err, diff.GetVersion(), int64(2))

	described, _, err := client.CollectionsAPI.DescribeCollection(ctx, "go").Execute()
	check("describeCollection", err, described.GetItemCount(), int32(3))
	page, _, err := client.CollectionsAPI.ListCollections(ctx).Limit(10).Execute()
	check("listCollections", err, len(page.GetCollections()), 1)

	response, err = client.CollectionsAPI.DeleteCollection(ctx, "go").Execute()
	check("deleteCollection", err, response.StatusCode, http.StatusNoContent)
	_, _, err = client.CollectionsAPI.DescribeCollection(ctx, "go").Execute()
	var refused *tessera.GenericOpenAPIError
	if !errors.As(err, &refused) {
		fail("describeCollection: %v instead of a problem", err)
	}
	check("describeCollection", nil, refused.Model().(tessera.Problem).Code, "not_found")
	fmt.Println("generated Go client: 7 calls, each with the response that it expects")
}

// The Terraform provider of Rollbook: `go build`, see docs/terraform.md.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
)

// address is what a configuration names as its source. The provider is in no registry yet.
const address = "rollbook.example/rollbook/rollbook"

func main() {
	serve := func() provider.Provider { return rollbookProvider{} }
	if err := providerserver.Serve(context.Background(), serve, providerserver.ServeOpts{Address: address}); err != nil {
		log.Fatal(err)
	}
}

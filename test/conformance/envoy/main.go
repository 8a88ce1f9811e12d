// Asks an external authorizer with Envoy's own stubs: a question of JSON on each line, an answer on each line.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	auth "github.com/envoyproxy/go-control-plane/envoy/service/auth/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/structpb"
)

type question struct {
	Header     *string           `json:"header"`
	Subject    *string           `json:"subject"`
	Extensions map[string]string `json:"extensions"`
}

func attributes(asked question) *auth.AttributeContext {
	http := &auth.AttributeContext_HttpRequest{Id: "1", Method: "GET", Path: "/orders?x=1", Host: "example.com", Protocol: "HTTP/1.1",
		Headers: map[string]string{":path": "/orders?x=1", "user-agent": "test"}}
	if asked.Header != nil {
		http.Headers["rollbook-user"] = *asked.Header
	}
	found := &auth.AttributeContext{
		Source:            &auth.AttributeContext_Peer{Principal: "spiffe://example.com/edge"},
		Request:           &auth.AttributeContext_Request{Http: http},
		ContextExtensions: asked.Extensions,
	}
	if asked.Subject != nil {
		payload, err := structpb.NewStruct(map[string]any{"payload": map[string]any{"sub": *asked.Subject, "exp": 1e10, "aud": []any{"a"}}})
		check(err)
		found.MetadataContext = &core.Metadata{FilterMetadata: map[string]*structpb.Struct{"envoy.filters.http.jwt_authn": payload}}
	}
	return found
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	connection, err := grpc.NewClient(os.Args[1], grpc.WithTransportCredentials(insecure.NewCredentials()))
	check(err)
	client := auth.NewAuthorizationClient(connection)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked question
		check(json.Unmarshal(lines.Bytes(), &asked))
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		said, err := client.Check(ctx, &auth.CheckRequest{Attributes: attributes(asked)})
		cancel()
		check(err)
		fmt.Printf("%d %d %t\n", said.GetStatus().GetCode(), said.GetDeniedResponse().GetStatus().GetCode(), said.GetOkResponse() != nil)
	}
}

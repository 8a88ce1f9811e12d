// Reads a log's checkpoints and proofs as JSON, and checks them with Go's own packages: golang.org/x/mod/sumdb/note and tlog.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type question struct {
	Key, Older, Newer string
	Entries           [][]byte
	Paths             [][]tlog.Hash
	Consistency       []tlog.Hash
}

func open(text string, verifiers note.Verifiers) (tlog.Tree, error) {
	opened, err := note.Open([]byte(text), verifiers)
	if err != nil {
		return tlog.Tree{}, err
	}
	var origin, root string
	var tree tlog.Tree
	if _, err := fmt.Sscanf(opened.Text, "%s\n%d\n%s\n", &origin, &tree.N, &root); err != nil {
		return tree, err
	}
	tree.Hash, err = tlog.ParseHash(root)
	return tree, err
}

func check(asked question) error {
	verifier, err := note.NewVerifier(asked.Key)
	if err != nil {
		return err
	}
	verifiers := note.VerifierList(verifier)
	older, err := open(asked.Older, verifiers)
	if err != nil {
		return err
	}
	newer, err := open(asked.Newer, verifiers)
	if err != nil {
		return err
	}
	for index, entry := range asked.Entries {
		if err := tlog.CheckRecord(asked.Paths[index], newer.N, newer.Hash, int64(index), tlog.RecordHash(entry)); err != nil {
			return fmt.Errorf("entry %d: %w", index, err)
		}
	}
	return tlog.CheckTree(asked.Consistency, newer.N, newer.Hash, older.N, older.Hash)
}

func main() {
	var asked question
	err := json.NewDecoder(os.Stdin).Decode(&asked)
	if err == nil {
		err = check(asked)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("ok")
}

// Reads a log's checkpoints, proofs and tiles as JSON, and checks them with programs that Rollbook's authors did not write: Go's own
// golang.org/x/mod/sumdb/note and tlog, transparency-dev's merkle and formats, and torchwood.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"filippo.io/torchwood"
	"github.com/transparency-dev/formats/log"
	cosignature "github.com/transparency-dev/formats/note"
	tlogproof "github.com/transparency-dev/formats/proof"
	"github.com/transparency-dev/formats/witness"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type question struct {
	Key, Witness, Origin, Older, Newer, Policy, Proof string
	// When the witness signed, in seconds.
	Time        int64
	Entries     [][]byte
	Paths       [][]tlog.Hash
	Consistency []tlog.Hash
	Tiles       map[string][]byte
}

// A checkpoint whose log and witness have signed.
func (asked question) open(text string) (tree tlog.Tree, err error) {
	verifier, err := note.NewVerifier(asked.Key)
	if err != nil {
		return tree, err
	}
	of, err := cosignature.NewVerifierForCosignatureV1(asked.Witness)
	if err != nil {
		return tree, err
	}
	checkpoint, _, opened, err := log.ParseCheckpoint([]byte(text), asked.Origin, verifier, of)
	if err != nil {
		return tree, err
	}
	if len(opened.Sigs) != 2 {
		return tree, fmt.Errorf("%d signatures", len(opened.Sigs))
	}
	at, err := cosignature.CoSigV1Timestamp(opened.Sigs[1])
	if err != nil || at.Unix() != asked.Time {
		return tree, fmt.Errorf("the witness signed at %v: %v", at, err)
	}
	again, err := torchwood.ParseCheckpoint(opened.Text)
	if err != nil {
		return tree, err
	}
	if again.Origin != checkpoint.Origin || again.N != int64(checkpoint.Size) || string(again.Hash[:]) != string(checkpoint.Hash) {
		return tree, errors.New("two programs read two checkpoints")
	}
	return again.Tree, nil
}

func slices(hashes []tlog.Hash) (bytes [][]byte) {
	for _, hash := range hashes {
		bytes = append(bytes, hash[:])
	}
	return bytes
}

func (asked question) included(tree tlog.Tree, index int64, path []tlog.Hash) error {
	leaf := tlog.RecordHash(asked.Entries[index])
	if err := tlog.CheckRecord(path, tree.N, tree.Hash, index, leaf); err != nil {
		return fmt.Errorf("entry %d: %w", index, err)
	}
	return proof.VerifyInclusion(rfc6962.DefaultHasher, uint64(index), uint64(tree.N), leaf[:], slices(path), tree.Hash[:])
}

func (asked question) grown(older, newer tlog.Tree) error {
	if err := tlog.CheckTree(asked.Consistency, newer.N, newer.Hash, older.N, older.Hash); err != nil {
		return err
	}
	return proof.VerifyConsistency(rfc6962.DefaultHasher, uint64(older.N), uint64(newer.N), slices(asked.Consistency), older.Hash[:], newer.Hash[:])
}

// Tiles of height 8, as tlog reads them, under the paths of C2SP.
func (asked question) Height() int                     { return torchwood.TileHeight }
func (asked question) SaveTiles([]tlog.Tile, [][]byte) {}
func (asked question) ReadTiles(tiles []tlog.Tile) (data [][]byte, err error) {
	for _, tile := range tiles {
		found, exists := asked.Tiles[torchwood.TilePath(tile)]
		if !exists {
			return nil, fmt.Errorf("no tile %s", torchwood.TilePath(tile))
		}
		data = append(data, found)
	}
	return data, nil
}

func (asked question) tiled(tree tlog.Tree) error {
	reader := tlog.TileHashReader(tree, asked)
	for index, path := range asked.Paths {
		proven, err := tlog.ProveRecord(tree.N, int64(index), reader)
		if err != nil {
			return err
		}
		if fmt.Sprint(proven) != fmt.Sprint(tlog.RecordProof(path)) {
			return fmt.Errorf("tiles lead to another path of entry %d", index)
		}
	}
	for path, bundle := range asked.Tiles {
		tile, err := torchwood.ParseTilePath(path)
		if err != nil {
			return err
		}
		for at := 0; tile.L == -1 && len(bundle) > 0; at++ {
			var entry []byte
			if entry, bundle, err = torchwood.ReadTileEntry(bundle); err != nil {
				return err
			}
			if string(entry) != string(asked.Entries[int(tile.N)*256+at]) {
				return fmt.Errorf("%s has another entry %d", path, at)
			}
		}
	}
	return nil
}

func (asked question) proven() error {
	var read tlogproof.TLogProof
	if err := read.Unmarshal([]byte(asked.Proof)); err != nil {
		return err
	}
	tree, err := asked.open(string(read.Checkpoint))
	if err != nil {
		return err
	}
	var path []tlog.Hash
	for _, hash := range read.Hashes {
		path = append(path, tlog.Hash(hash))
	}
	return asked.included(tree, int64(read.Index), path)
}

func check(asked question) error {
	older, err := asked.open(asked.Older)
	if err != nil {
		return err
	}
	newer, err := asked.open(asked.Newer)
	if err != nil {
		return err
	}
	for index, path := range asked.Paths {
		if err := asked.included(newer, int64(index), path); err != nil {
			return err
		}
	}
	policy, err := witness.ParsePolicy([]byte(asked.Policy))
	if err != nil {
		return err
	}
	if !policy.Satisfied([]byte(asked.Newer)) {
		return errors.New("the policy is not satisfied")
	}
	return errors.Join(asked.grown(older, newer), asked.tiled(newer), asked.proven())
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

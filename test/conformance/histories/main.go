// Reads histories of the simulation (see history.ts), one operation a line, and checks each aggregate's with Porcupine: it must be that of one
// register, whose versions are written 1, 2, 3 … and whose reads show what was written last.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

const undecidedAfter = 20 * time.Second

type operation struct {
	Aggregate string
	Client    int
	// A write makes the versions after From up to Version; a read shows Version.
	IsWrite       bool
	From, Version int
	// What the aggregate is at that version; empty if that is not known.
	Value string
	// In thousandths of a millisecond. A command that was never answered returns after all others.
	Call, Return int64
}

type register struct {
	version int
	value   string
}

var model = porcupine.Model{
	Init: func() any { return register{} },
	Step: func(state, input, _ any) (bool, any) {
		now, op := state.(register), input.(operation)
		if op.IsWrite {
			return now.version == op.From, register{op.Version, op.Value}
		}
		isSame := now.value == op.Value || now.value == "" || op.Value == ""
		return now.version == op.Version && isSame, now
	},
}

func main() {
	histories := map[string][]porcupine.Operation{}
	operations := 0
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var op operation
		if err := json.Unmarshal(lines.Bytes(), &op); err != nil {
			fmt.Println("not an operation:", err)
			os.Exit(2)
		}
		known := porcupine.Operation{ClientId: op.Client, Input: op, Call: op.Call, Return: op.Return}
		histories[op.Aggregate] = append(histories[op.Aggregate], known)
		operations++
	}
	names := make([]string, 0, len(histories))
	for name := range histories {
		names = append(names, name)
	}
	sort.Strings(names)
	wrong := 0
	for _, name := range names {
		if result := porcupine.CheckOperationsTimeout(model, histories[name], undecidedAfter); result != porcupine.Ok {
			fmt.Println(name, result)
			wrong++
		}
	}
	fmt.Printf("%d of %d histories refused, %d operations\n", wrong, len(histories), operations)
	if wrong > 0 {
		os.Exit(1)
	}
}

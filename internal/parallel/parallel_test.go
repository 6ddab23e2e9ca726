package parallel

import (
	"slices"
	"testing"
)

func TestDo(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		calls := make([]int, n)
		Do(n, func(i int) { calls[i]++ })
		if slices.ContainsFunc(calls, func(count int) bool { return count != 1 }) {
			t.Errorf("Do(%d) called %v", n, calls)
		}
	}
}

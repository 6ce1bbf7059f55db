#!/bin/bash
# GNU parallel: 16 shards on three machines that see the same folder, then one build that assembles the site.
#
#     docs/scale/gnu-parallel.sh [MACHINE…]
#
# Without machines, all of them run here. {#} is the number of a job, from 1.
set -euo pipefail
shards=16
export ALCEDO_CACHE_DIR=${ALCEDO_CACHE_DIR:-$PWD/.alcedo}

where=()
for machine in "$@"; do where+=(--sshlogin "$machine"); done
if [ $# -gt 0 ]; then where+=(--workdir "$PWD" --env ALCEDO_CACHE_DIR); fi
# --jobs 1 is one shard per machine at a time: each uses all cores.
# A broken picture fails its shard; the last build says so again, or leaves it out with 'on-error: skip'.
seq "$shards" | parallel "${where[@]}" --jobs 1 --retries 3 "alcedo build --shard {#}/$shards" || echo "some shards failed" >&2
alcedo build

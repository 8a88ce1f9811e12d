import { coverOf } from './shards.js';

const lease = (shardId: string, checkpoint = 'TRIM_HORIZON') => ({
  streamArn: 'arn',
  shardId,
  checkpoint,
  expiry: 0,
  counter: 0,
});
const idsOf = (leases: readonly { shardId: string }[]) => leases.map(({ shardId }) => shardId);

test('a finished shard stands for its children until they are listed, and no longer', () => {
  const leases = [lease('root', 'SHARD_END'), lease('other')];
  const root = { shardId: 'root' };
  const other = { shardId: 'other' };
  expect(idsOf(coverOf([root, other], leases))).toEqual(['root', 'other']);
  const child = { shardId: 'child', parentShardId: 'root' };
  expect(idsOf(coverOf([root, other, child], [...leases, lease('child')]))).toEqual(['other', 'child']);
  expect(idsOf(coverOf([other], leases))).toEqual(['other']);
});

import { coverOf, readBefore } from './shards.js';

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

test('a new shard follows what its parent was read to, or, if that came and went unseen, what ended without a child', () => {
  const root = { ...lease('root', 'SHARD_END'), readUntil: 5 };
  const child = { ...lease('child', 'SHARD_END'), parentShardId: 'root', readUntil: 9 };
  const other = { ...lease('other', 'SHARD_END'), readUntil: 7 };
  const leases = [root, child, other, { ...lease('open'), readUntil: 3 }];
  expect(readBefore({ shardId: 'second', parentShardId: 'root' }, leases)).toBe(5);
  expect(readBefore({ shardId: 'late', parentShardId: 'unseen' }, leases)).toBe(7);
  expect(readBefore({ shardId: 'late', parentShardId: 'unseen' }, [])).toBeUndefined();
  expect(readBefore({ shardId: 'first' }, leases)).toBeUndefined();
});

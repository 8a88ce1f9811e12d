/** @engines both */
import { createItemTable } from '../support/item-table.js';
import { onlyCalls } from '../../../../test/support/engines/only-calls.js';
import { defineEntity, defineTable, number, oneOf, string } from '@rollbook/single-table';

/** The table's own keys, swapped: the inverted index declared in one word. */
const graph = defineTable({ partitionKey: 'PK', sortKey: 'SK', indexes: { Inverse: 'inverted' } });

describe('adjacency lists, read in both directions', () => {
  test('students and courses', async () => {
    const enrolment = defineEntity(graph, {
      name: 'enrolment',
      key: { PK: 'STUDENT#{studentId}', SK: 'COURSE#{courseId}' },
      attributes: { studentId: string(), courseId: string(), grade: string().optional() },
    });
    const { table, calls, close } = await createItemTable(graph);
    for (const [studentId, courseId] of [
      ['ada', 'maths'],
      ['ada', 'art'],
      ['bob', 'maths'],
    ] as const) {
      await table.create(enrolment, { studentId, courseId });
    }
    calls.length = 0;
    const courses = await table.query(enrolment, { studentId: 'ada' });
    expect(courses.items.map((each) => each.courseId)).toEqual(['art', 'maths']);
    onlyCalls(calls, 'Query');
    const students = await table.query(enrolment.by('Inverse'), { courseId: 'maths' });
    expect(students.items.map((each) => each.studentId)).toEqual(['ada', 'bob']);
    onlyCalls(calls, 'Query Inverse');
    close();
  });

  test('users and groups, each side with its own item besides the edges', async () => {
    const user = defineEntity(graph, {
      name: 'user',
      key: { PK: 'USER#{userId}', SK: 'USER#{userId}' },
      attributes: { userId: string(), name: string() },
    });
    const group = defineEntity(graph, {
      name: 'group',
      key: { PK: 'GROUP#{groupId}', SK: 'GROUP#{groupId}' },
      attributes: { groupId: string(), title: string() },
    });
    const membership = defineEntity(graph, {
      name: 'membership',
      key: { PK: 'USER#{userId}', SK: 'GROUP#{groupId}' },
      attributes: { userId: string(), groupId: string(), role: oneOf('admin', 'member') },
    });
    const { table, calls, close } = await createItemTable(graph);
    await table.transactWrite([
      user.create({ userId: 'u1', name: 'Ada' }),
      group.create({ groupId: 'g1', title: 'Chess' }),
      membership.create({ userId: 'u1', groupId: 'g1', role: 'admin' }),
      membership.create({ userId: 'u2', groupId: 'g1', role: 'member' }),
    ]);
    calls.length = 0;
    const { items: ofUser } = await table.queryCollection([user, membership], { userId: 'u1' });
    expect([ofUser.user[0]?.name, ofUser.membership[0]?.groupId]).toEqual(['Ada', 'g1']);
    onlyCalls(calls, 'Query');
    const { items: ofGroup } = await table.queryCollection([group.by('Inverse'), membership.by('Inverse')], {
      groupId: 'g1',
    });
    expect(ofGroup.group[0]?.title).toBe('Chess');
    expect(ofGroup.membership.map((each) => [each.userId, each.role])).toEqual([
      ['u1', 'admin'],
      ['u2', 'member'],
    ]);
    onlyCalls(calls, 'Query Inverse');
    close();
  });

  test('friends: one item for each friendship, found from either side', async () => {
    const friendship = defineEntity(graph, {
      name: 'friendship',
      key: { PK: 'FRIEND#{from}', SK: 'FRIEND#{to}' },
      attributes: { from: string(), to: string() },
    });
    const { table, calls, close } = await createItemTable(graph);
    await table.batchWrite([
      friendship.put({ from: 'ada', to: 'bob' }),
      friendship.put({ from: 'cyd', to: 'ada' }),
    ]);
    calls.length = 0;
    expect((await table.query(friendship, { from: 'ada' })).items.map((each) => each.to)).toEqual(['bob']);
    onlyCalls(calls, 'Query');
    expect(
      (await table.query(friendship.by('Inverse'), { to: 'ada' })).items.map((each) => each.from),
    ).toEqual(['cyd']);
    onlyCalls(calls, 'Query Inverse');
    close();
  });

  test('products and reviews, through an overloaded index', async () => {
    const reviews = defineTable({
      partitionKey: 'PK',
      sortKey: 'SK',
      indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
    });
    const review = defineEntity(reviews, {
      name: 'review',
      key: { PK: 'PRODUCT#{productId}', SK: 'REVIEW#{userId}' },
      indexes: { GSI1: 'inverted' },
      attributes: { productId: string(), userId: string(), stars: number() },
    });
    const { table, calls, close } = await createItemTable(reviews);
    for (const [productId, userId, stars] of [
      ['tea', 'ada', 5],
      ['cup', 'ada', 2],
      ['tea', 'bob', 4],
    ] as const) {
      await table.put(review, { productId, userId, stars });
    }
    calls.length = 0;
    const ofProduct = await table.query(review, { productId: 'tea' });
    expect(ofProduct.items.map((each) => [each.userId, each.stars])).toEqual([
      ['ada', 5],
      ['bob', 4],
    ]);
    onlyCalls(calls, 'Query');
    const byUser = await table.query(review.by('GSI1'), { userId: 'ada' });
    expect(byUser.items.map((each) => each.productId)).toEqual(['cup', 'tea']);
    onlyCalls(calls, 'Query GSI1');
    close();
  });
});

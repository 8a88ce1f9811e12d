import { idOf, isIdOf, type ServiceGroupId, type UserId } from './ids.js';

test('an id is told by its prefix', () => {
  expect(idOf('user', 'user_1')).toBe('user_1');
  expect(() => idOf('user', 'sgrp_1')).toThrow('sgrp_1 is not the id of a user.');
  expect(() => idOf('service-group', 'sgrp')).toThrow(TypeError);
  expect(isIdOf('api-key', 'akey_1')).toBe(true);
  expect(isIdOf('api-key', 'xakey_1')).toBe(false);
});

test('the compiler tells ids apart, and from any other text', () => {
  const userId: UserId = 'user_1';
  // @ts-expect-error a user is no service group
  const serviceGroupId: ServiceGroupId = userId;
  const text: string = userId;
  // @ts-expect-error nobody has looked at it
  const unread: UserId = text;
  expect([serviceGroupId, unread]).toEqual([userId, userId]);
});

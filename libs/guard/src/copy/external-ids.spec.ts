import { AccessCopy } from './access-copy.js';
import { applyEvent } from './apply-event.js';

test('a copy knows who took an external id, however the events of two users are mixed', () => {
  const event = (type: string, userId: string, externalId: string | null) => ({
    ...{ type, subject: userId, accountid: 'acct_1' },
    data: { userId, externalId },
  });
  const given = [event('user.created', 'user_1', 'x'), event('user.settings_changed', 'user_1', null)];
  const taken = [event('user.created', 'user_2', null), event('user.settings_changed', 'user_2', 'x')];
  for (let places = 0; places < 16; places += 1) {
    const [ones, others] = [given.values(), taken.values()];
    const copy = new AccessCopy();
    for (let bit = 0; bit < 4; bit += 1) {
      const [side, other] = (places >> bit) & 1 ? [ones, others] : [others, ones];
      applyEvent(copy, side.next().value ?? other.next().value!);
    }
    expect(copy.externalIds.idOf('user', 'acct_1', 'x')).toBe('user_2');
    expect(AccessCopy.of(copy.stored()).externalIds.idOf('user', 'acct_1', 'x')).toBe('user_2');
    applyEvent(copy, event('user.removed', 'user_2', null));
    expect(copy.stored().externalIds).toEqual([]);
  }
});

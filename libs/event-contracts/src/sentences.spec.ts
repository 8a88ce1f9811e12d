import { EVENT_TYPES, EVENTS } from '#libs/domain';
import { SENTENCES, sentenceOf } from './sentences.js';

test.each(EVENT_TYPES)('the sentence of %s names its actor, and nothing that the event may lack', (type) => {
  const { parameters, template } = SENTENCES[type];
  const { fields } = EVENTS[type];
  expect(template.startsWith('{actor} ')).toBe(true);
  for (const name of parameters.filter((each) => each !== 'actor'))
    expect({
      name,
      exists: fields[name] !== undefined && !fields[name].optional && !fields[name].internal,
    }).toEqual({
      name,
      exists: true,
    });
});

test('a sentence says who did what, as far as it is known', () => {
  const data = { userName: 'Alan', serviceGroupName: 'prod {actor}' };
  const event = { type: 'service_group.member_added', data, actor: 'user:user_1' };
  expect(sentenceOf(event, 'Grace')).toBe('Grace gave Alan access to prod {actor}');
  expect(sentenceOf(event)).toBe('A user gave Alan access to prod {actor}');
  expect(sentenceOf({ ...event, actor: 'system:jobs' })).toBe('Rollbook gave Alan access to prod {actor}');
});

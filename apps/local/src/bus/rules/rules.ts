import type { KeptState, Rule } from '../state/bus-state.js';
import { compileEventPattern } from '../events/event-pattern.js';
import { optionalText, page, requiredText, type Input } from '../state/inputs.js';
import { existingBus, existingRule, findRule, limitExceeded, MAX_NAME } from './lookups.js';
import { ruleArn } from '../state/names.js';
import { invalidPattern } from '../events/pattern-values.js';
import { validationError, type Operation } from '../state/wire.js';

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
const MAX_RULES = 300;

export function ruleOperations(state: KeptState, changed: () => void): Record<string, Operation> {
  const commit = () => {
    state.save();
    changed();
  };
  const setState = (State: Rule['State']) => (input: Input) => {
    existingRule(state, input).State = State;
    commit();
  };

  return {
    PutRule(input) {
      const bus = existingBus(state, input);
      const name = requiredText(input, 'Name', MAX_NAME);
      const pattern = optionalText(input, 'EventPattern');
      if (input['ScheduleExpression'] !== undefined)
        throw validationError('Schedules are not supported by the local bus.');
      if (!pattern)
        throw validationError('Parameter(s) EventPattern or ScheduleExpression must be specified.');
      compileEventPattern(pattern);
      const known = findRule(state, bus, name);
      if (!known && state.rules.filter((rule) => rule.EventBusName === bus).length >= MAX_RULES)
        throw limitExceeded();
      const Description = optionalText(input, 'Description', 512);
      const rule: Rule = {
        Name: name,
        EventBusName: bus,
        EventPattern: pattern,
        State: input['State'] === 'DISABLED' ? 'DISABLED' : 'ENABLED',
        ...(Description === undefined ? {} : { Description }),
        targets: known?.targets ?? [],
      };
      state.rules = [...state.rules.filter((each) => each !== known), rule];
      commit();
      return { RuleArn: ruleArn(bus, name) };
    },
    DescribeRule: (input) => described(existingRule(state, input)),
    ListRules(input) {
      const bus = existingBus(state, input);
      const prefix = optionalText(input, 'NamePrefix') ?? '';
      const rules = state.rules
        .filter((rule) => rule.EventBusName === bus && rule.Name.startsWith(prefix))
        .sort((a, b) => (a.Name < b.Name ? -1 : 1));
      const { items, ...next } = page(rules, input);
      return { Rules: items.map(described), ...next };
    },
    DeleteRule(input) {
      const rule = findRule(state, existingBus(state, input), requiredText(input, 'Name', MAX_NAME));
      if (rule && rule.targets.length > 0)
        throw validationError("Rule can't be deleted since it has targets.");
      state.rules = state.rules.filter((each) => each !== rule);
      commit();
    },
    EnableRule: setState('ENABLED'),
    DisableRule: setState('DISABLED'),
    TestEventPattern: (input) => ({ Result: testEventPattern(input) }),
  };
}

function described({ targets: _, ...rule }: Rule) {
  return { ...rule, Arn: ruleArn(rule.EventBusName, rule.Name) };
}

const EVENT_FIELDS = ['id', 'account', 'source', 'time', 'region', 'detail-type'];

function testEventPattern(input: Input): boolean {
  const matches = compileEventPattern(requiredText(input, 'EventPattern', 4_096, /./));
  let event: Record<string, unknown>;
  try {
    event = JSON.parse(requiredText(input, 'Event', 1_048_576, /./)) as Record<string, unknown>;
  } catch {
    throw invalidPattern('The event is not valid JSON');
  }
  const missing = EVENT_FIELDS.find((name) => typeof event[name] !== 'string');
  if (missing) throw validationError(`Parameter Event is not valid. Reason: ${missing} is a required field.`);
  return matches(event);
}

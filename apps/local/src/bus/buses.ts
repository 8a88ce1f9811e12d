import type { KeptState } from './state/bus-state.js';
import { optionalText, page, requiredText } from './state/inputs.js';
import { existingBus, limitExceeded } from './rules/lookups.js';
import { busArn } from './state/names.js';
import { BusError, validationError, type Operation } from './state/wire.js';

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
const MAX_BUSES = 100;
const MAX_BUS_NAME = 256;

export function busOperations(state: KeptState): Record<string, Operation> {
  return {
    CreateEventBus(input) {
      const name = requiredText(input, 'Name', MAX_BUS_NAME);
      if (state.buses.includes(name))
        throw new BusError('ResourceAlreadyExistsException', `Event bus ${name} already exists.`);
      if (state.buses.length >= MAX_BUSES) throw limitExceeded();
      state.buses.push(name);
      state.save();
      return { EventBusArn: busArn(name) };
    },
    DescribeEventBus(input) {
      const name = existingBus(state, input, 'Name');
      return { Name: name, Arn: busArn(name) };
    },
    ListEventBuses(input) {
      const prefix = optionalText(input, 'NamePrefix') ?? '';
      const { items, ...next } = page(
        state.buses.filter((name) => name.startsWith(prefix)),
        input,
      );
      return { EventBuses: items.map((name) => ({ Name: name, Arn: busArn(name) })), ...next };
    },
    DeleteEventBus(input) {
      const name = requiredText(input, 'Name', MAX_BUS_NAME);
      if (name === 'default') throw validationError('Cannot delete event bus default.');
      if (state.rules.some((rule) => rule.EventBusName === name))
        throw validationError(`Cannot delete event bus ${name} while it has rules.`);
      state.buses = state.buses.filter((bus) => bus !== name);
      state.save();
    },
  };
}

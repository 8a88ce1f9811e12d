import type { ReactNode } from 'react';
import type { Command } from './command.js';
import { TEXTS } from './texts.js';

/** What a command would do, in words; names are isolated. */
export function CommandRow({ command }: { command: Command }) {
  const { words, hint } = partsOf(command);
  return (
    <>
      <span className="max-w-[80%] min-w-0 truncate">
        {words.map((part, at) => (
          <span key={at}>{part}</span>
        ))}
      </span>
      {hint && <bdi className="ml-auto min-w-0 truncate text-xs text-faint">{hint}</bdi>}
    </>
  );
}

interface Parts {
  words: ReactNode[];
  hint?: string | undefined;
}

const named = (name: string) => <bdi className="font-medium">{name}</bdi>;

function partsOf(command: Command): Parts {
  switch (command.kind) {
    case 'suspend':
    case 'reactivate':
      return { words: [TEXTS[command.kind], ' ', named(command.user.name)], hint: command.user.email };
    case 'remove': {
      const { name, email } = command.user;
      return { words: [TEXTS.remove, ' ', named(name), ' ', TEXTS.removeWhere], hint: email };
    }
    case 'give': {
      const [give, access] = TEXTS.give;
      const { user, group, until } = command;
      const words = [give, ' ', named(user.name), ' ', access, ' ', named(group.name)];
      return { words, hint: until === undefined ? user.email : TEXTS.until(until) };
    }
    case 'change': {
      const [change, access, ends] = TEXTS.change;
      const { user, serviceGroup } = command.membership;
      const words = [change, ' ', named(user.name), access, ' ', named(serviceGroup.name), ' ', ends];
      return { words, hint: command.until === undefined ? user.email : TEXTS.until(command.until) };
    }
    case 'end': {
      const [end, access] = TEXTS.end;
      const words = [end, ' ', named(command.user.name), access, ' ', named(command.group.name)];
      return { words, hint: command.user.email };
    }
    case 'invite':
      return { words: [TEXTS.invite(command.addresses)] };
    case 'new-group':
      return { words: [TEXTS['new-group'](command.name)] };
    case 'new-key':
    case 'undo':
      return { words: [TEXTS[command.kind]] };
    default:
      return command satisfies never;
  }
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { changePreferences, preferences, timeZoneOf } from '../../../api/preferences.js';
import type { Permission } from '../../../api/resources/session.js';
import { useStore } from '../../../api/store.js';
import type { Choice } from '../../../components/overlays/chooser.js';
import { useMay } from '../../../session/session.js';
import { chosenCommand, type Command } from './command.js';
import { commandsQuery } from './find-commands.js';
import { beginningsOf, phraseOf, type Reading, readingsOf } from './grammar.js';
import { EXAMPLES, TEXTS } from './texts.js';

interface CommandsOptions {
  text: string;
  /** The same, once typing has paused. */
  settledText: string;
  accountId: string | undefined;
  /** @param recent what is remembered of it, if not the key */
  choice: (key: string, view: Choice['view'], act: () => unknown, recent?: string) => Choice;
  onComplete: (text: string) => void;
}

/** What the text can mean as a command, at once where no name need be looked up; and what it can be the beginning of. */
export function useCommands({ text, settledText, accountId = '', choice, onComplete }: CommandsOptions) {
  const mayThere = useMay(accountId);
  const may = (permission: Permission) => accountId !== '' && mayThere(permission);
  const timeZone = useStore(preferences, timeZoneOf);
  // As of when the palette was opened: what is typed means the same until it is chosen.
  const [now] = useState(() => Date.now());
  const read = (words: string) => readingsOf(words, { may, now, timeZone });
  const readings = read(text);
  const named = read(settledText).filter((reading) => 'who' in reading);
  const found = useQuery(commandsQuery(accountId, named, may('owners:write')));
  const toChoice = (command: Command) =>
    choice(
      keyOf(command),
      <CommandRow command={command} />,
      () => chosenCommand.set({ command, accountId }),
      `begin ${phraseOf(command.kind === 'change' ? 'give' : command.kind)}`,
    );
  const withoutNames = (reading: Reading): Choice[] => {
    if ('who' in reading || reading.kind === 'go') return [];
    if (reading.kind !== 'theme') return [toChoice(reading)];
    const { theme } = reading;
    return [choice(`begin ${theme}`, TEXTS.themes[theme], () => changePreferences({ theme }))];
  };
  const toBeginning = (phrase: string, example: string | undefined): Choice[] =>
    example === undefined
      ? read(phrase).flatMap(withoutNames)
      : [
          {
            key: `begin ${phrase}`,
            view: <Beginning phrase={phrase} example={example} />,
            onSelect: () => onComplete(`${phrase} `),
          },
        ];
  return {
    where: readings.find((reading) => reading.kind === 'go')?.where,
    atOnce: readings.flatMap(withoutNames),
    ofPeople: text === settledText ? (found.data ?? []).map(toChoice) : [],
    isFound: named.length === 0 || found.data !== undefined || found.error !== null,
    beginnings: beginningsOf(text, may)
      .filter(({ kind }) => !readings.some((reading) => reading.kind === kind))
      .flatMap(({ kind, phrase }) => toBeginning(phrase, EXAMPLES[kind])),
  };
}

function keyOf(command: Command): string {
  if ('membership' in command) return `change ${command.membership.id} ${command.until}`;
  if (!('user' in command)) return `begin ${phraseOf(command.kind)}`;
  const { kind, user } = command;
  const about = 'group' in command ? ` ${command.group.id}` : '';
  return `${kind} ${user.id}${about}${kind === 'give' ? ` ${command.until}` : ''}`;
}

function Beginning({ phrase, example }: { phrase: string; example: string }) {
  return (
    <>
      <span className="inline-block shrink-0 font-medium first-letter:uppercase">{phrase}</span>
      <span className="min-w-0 truncate text-muted">{example}</span>
    </>
  );
}

/** What a command would do, in words; names are isolated. */
function CommandRow({ command }: { command: Command }) {
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

import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useDebouncedText } from '../../api/lists.js';
import { preferences, timeZoneOf } from '../../api/preferences.js';
import { useStore } from '../../api/store.js';
import { dayOf } from '../../components/data/days.js';
import { Problem } from '../../components/feedback/problem.js';
import { Chooser, type Choice } from '../../components/overlays/chooser.js';
import { Modal } from '../../components/overlays/modal.js';
import { useSession } from '../../session/session.js';
import { dayInWords } from '../past/day-in-words.js';
import { TEXTS as COMMANDS } from './commands/texts.js';
import { useCommands } from './commands/use-commands.js';
import { usePages, useViewsOf, type Place } from './places.js';
import { useRecent, useRecentlyFound } from './recent.js';
import { TEXTS } from './texts.js';
import { Hit, useFound } from './use-found.js';
import { useOpen } from './use-open.js';

interface PaletteProps {
  /** What has been typed before there was a field for it, with a line feed where Enter was pressed. */
  typed: () => string;
  onClose: () => void;
}

type MakeChoice = (key: string, view: Choice['view'], act: () => unknown, recent?: string) => Choice;

// Not with the page, but with the field: from then on no command waits for its dialog, with or without a network.
const RunCommand = lazy(() => import('./commands/run-command.js'));

/** The field, and the dialog of the command that was chosen there. */
export function Palette({ isOpen, ...field }: PaletteProps & { isOpen: boolean }) {
  return (
    <>
      {isOpen && <Field {...field} />}
      <Suspense>
        <RunCommand />
      </Suspense>
    </>
  );
}

function Field({ typed, onClose }: PaletteProps) {
  const [q, setQ] = useState('');
  const [text, setText] = useDebouncedText(q, setQ);
  const [entered, setEntered] = useState<string>();
  useEffect(() => {
    const [ahead = '', ...enter] = typed().split('\n');
    // By now the field has the focus, and may have got the end of it.
    setText((text) => ahead + text);
    if (enter.length > 0) setEntered(ahead);
  }, []);
  const shown = useShown(text, q, { onClose, onComplete: setText });
  return (
    <Modal
      aria-label={TEXTS.title}
      onClose={onClose}
      className="enter mx-auto mt-[12vh] mb-auto w-[min(36rem,calc(100vw-2rem))] overflow-hidden rounded-xl border border-line bg-raised p-0 shadow-lg"
    >
      <Chooser
        large
        label={TEXTS.title}
        placeholder={TEXTS.placeholder}
        text={text}
        onText={setText}
        groups={shown.groups}
        isCurrent={shown.isCurrent}
        first={shown.first}
        entered={entered}
        note={<Note {...shown} text={text.trim()} />}
      />
    </Modal>
  );
}

type Shown = ReturnType<typeof useShown>;

/** In place of the choices, or above them. */
function Note({ error, groups, isCurrent, text }: Shown & { text: string }) {
  if (error) return <Problem error={error} />;
  if (groups.some(({ choices }) => choices.length > 0)) return null;
  return (
    <p role="status" className="px-3 py-10 text-center text-sm text-muted">
      {isCurrent ? TEXTS.none(text) : TEXTS.searching}
    </p>
  );
}

interface Acts {
  onClose: () => void;
  onComplete: (text: string) => void;
}

/** What can be chosen for a text, of which `q` is what was there when typing last paused. */
function useShown(text: string, q: string, { onClose, onComplete }: Acts) {
  const { account } = useParams({ strict: false });
  const { accountId } = useSession();
  const recent = useRecent(account);
  const choice: MakeChoice = (key, view, act, remembered = key) => ({
    key,
    view,
    onSelect: () => {
      recent.remember(remembered);
      onClose();
      void act();
    },
  });
  const [wanted, settledText] = [text, q].map((each) => each.trim().replaceAll(/\s+/g, ' ')) as [
    string,
    string,
  ];
  const commands = useCommands({
    text: wanted,
    settledText,
    accountId: account ?? accountId ?? undefined,
    choice,
    onComplete,
  });
  const today = dayOf(new Date().toISOString(), useStore(preferences, timeZoneOf));
  const { what, day } = dayInWords(settledText, today);
  const part = day === undefined && wanted === settledText ? (commands.where ?? what) : what;
  const found = useFound({ settledText, part, day, account, choice });
  const isRead = wanted === '' || (wanted === settledText && found.isRead && commands.isFound);
  // What needs no look-up waits for none: of others, only what has been found for these words is beside it.
  const isCurrent = isRead || commands.atOnce.length > 0;
  const hits = wanted && settledText && !found.error && (isRead || !isCurrent) ? found.groups : [];
  const has = ({ title }: Place) => title.toLowerCase().includes((commands.where ?? wanted).toLowerCase());
  const toChoice = ({ key, title, go }: Place) => choice(key, title, go);
  const pages = usePages().filter(has).map(toChoice);
  const views = useViewsOf(account, wanted).filter(has).map(toChoice);
  const known = useKnown(wanted ? [] : recent.keys, account, [...commands.beginnings, ...pages], choice);
  const groups = [
    { key: 'recent', heading: TEXTS.recent, choices: known },
    { key: 'commands', heading: COMMANDS.heading, choices: [...commands.atOnce, ...commands.ofPeople] },
    ...hits,
    { key: 'pages', heading: TEXTS.pages, choices: pages.filter((each) => !known.includes(each)) },
    { key: 'views', heading: TEXTS.views, choices: views },
    {
      key: 'beginnings',
      heading: COMMANDS.heading,
      choices: commands.beginnings.filter((each) => !known.includes(each)),
    },
  ];
  const first = firstOf(wanted, groups, found.literal, { pages, views });
  return { groups, isCurrent, first, error: found.error };
}

/**
 * What Enter takes: a command; then what has the letters, before what is like them; a page only if it is the only one that has them, or
 * all that there is.
 */
function firstOf(
  wanted: string,
  groups: readonly { key: string; choices: readonly Choice[] }[],
  literal: readonly string[],
  { pages, views }: Record<'pages' | 'views', readonly Choice[]>,
): string | undefined {
  if (!wanted) return undefined;
  const [command] = groups.find(({ key }) => key === 'commands')?.choices ?? [];
  const isShown = (key: string) => groups.some(({ choices }) => choices.some((each) => each.key === key));
  const onlyPage = pages.length === 1 ? pages[0] : undefined;
  const onlyView = pages.length === 0 && views.length === 1 ? views[0] : undefined;
  const others = groups.filter(({ key }) => key !== 'pages' && key !== 'views');
  const [other] = others.flatMap(({ choices }) => choices);
  return command?.key ?? literal.find(isShown) ?? (onlyPage ?? onlyView ?? other)?.key;
}

/** Of what was chosen recently, what is still there. */
function useKnown(
  keys: readonly string[],
  account: string | undefined,
  others: readonly Choice[],
  choice: MakeChoice,
): Choice[] {
  const found = useRecentlyFound(keys, account);
  const open = useOpen();
  return keys.flatMap((key) => {
    const hit = found.find((each) => each.key === key);
    if (!hit) return others.find((each) => each.key === key) ?? [];
    return choice(key, <Hit hit={hit.hit} />, () => open(hit.kind, hit.hit, undefined));
  });
}

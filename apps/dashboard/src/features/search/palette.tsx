import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDebouncedText } from '../../api/lists.js';
import { preferences, timeZoneOf } from '../../api/preferences.js';
import { useStore } from '../../api/store.js';
import { dayName, dayOf } from '../../components/data/days.js';
import { Badge } from '../../components/feedback/badge.js';
import { Problem } from '../../components/feedback/problem.js';
import { Chooser, type Choice, type ChoiceGroup } from '../../components/overlays/chooser.js';
import { Modal } from '../../components/overlays/modal.js';
import { useMoment } from '../../session/moment.js';
import { mayIn, onlyManaged, useSession } from '../../session/session.js';
import { ACCOUNTS_PAGE } from '../accounts/page-facts.js';
import { dayInWords } from '../past/day-in-words.js';
import { ME_PAGE } from '../me/page-facts.js';
import { ACCOUNT_PAGES } from '../pages.js';
import { BUILT_IN } from '../users/views/views.js';
import { useViews } from '../users/views/views-store.js';
import { searchQuery, type Found, type FoundKind } from './queries.js';
import { TEXTS } from './texts.js';
import { useOpen } from './use-open.js';

interface Command {
  title: string;
  go: () => unknown;
}

interface PaletteProps {
  /** What has been typed before there was a field for it. */
  typed: () => string;
  onClose: () => void;
}

export function Palette({ typed, onClose }: PaletteProps) {
  const { account } = useParams({ strict: false });
  const [q, setQ] = useState('');
  const [text, setText] = useDebouncedText(q, setQ);
  // By now the field has the focus, and may have got the end of it.
  useEffect(() => setText((text) => typed() + text), []);
  const today = dayOf(new Date().toISOString(), useStore(preferences, timeZoneOf));
  const { what: wanted, day } = dayInWords(text, today);
  const { what: asked } = dayInWords(q, today);
  const { data, error, isPlaceholderData } = useQuery(searchQuery(asked, account));
  const isCurrent = wanted === '' || (wanted === asked && ((data && !isPlaceholderData) || error !== null));
  const open = useOpen();
  const choice = (key: string, view: Choice['view'], act: () => unknown): Choice => ({
    key,
    view,
    onSelect: () => {
      onClose();
      void act();
    },
  });
  const shown = wanted && q && !error ? (data ?? []) : [];
  const found: ChoiceGroup[] = shown.map(({ kind, items }) => ({
    key: kind,
    heading: TEXTS.kinds[kind],
    choices: items.map((hit) =>
      choice(keyOf(kind, hit), <Hit hit={hit} day={hasPast(kind) ? day : undefined} />, () =>
        open(kind, hit, day),
      ),
    ),
  }));
  const has = ({ title }: Command) => title.toLowerCase().includes(wanted.toLowerCase());
  const toChoice = ({ title, go }: Command) => choice(title, title, go);
  const pages = usePages().filter(has).map(toChoice);
  const views = useViewsOf(account, wanted).filter(has).map(toChoice);
  const hits = found.flatMap(({ choices }) => choices);
  const isEmpty = hits.length + pages.length + views.length === 0;
  // What has the letters comes before what is like them; a page is opened only if it is chosen, or all that has them.
  const literal = shown.flatMap(({ kind, items }) =>
    items.filter((hit) => hasLetters(hit, wanted)).map((hit) => keyOf(kind, hit)),
  );
  const onlyPage = pages.length === 1 ? pages[0] : undefined;
  const onlyView = pages.length === 0 && views.length === 1 ? views[0] : undefined;
  const first = wanted ? (literal[0] ?? (onlyPage ?? onlyView ?? hits[0])?.key) : undefined;
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
        groups={[
          ...found,
          { key: 'pages', heading: TEXTS.pages, choices: pages },
          { key: 'views', heading: TEXTS.views, choices: views },
        ]}
        isCurrent={Boolean(isCurrent)}
        first={first}
        note={
          error ? (
            <Problem error={error} />
          ) : (
            isEmpty && (
              <p role="status" className="px-3 py-10 text-center text-sm text-muted">
                {isCurrent ? TEXTS.none(wanted) : TEXTS.searching}
              </p>
            )
          )
        }
      />
    </Modal>
  );
}

function keyOf(kind: FoundKind, { id }: Found): string {
  return `${kind} ${id}`;
}

function hasLetters({ title, subtitle }: Found, letters: string): boolean {
  return `${title} ${subtitle}`.toLowerCase().includes(letters.toLowerCase());
}

/** Whose page says how it was on a day. */
const hasPast = (kind: FoundKind) => kind === 'user' || kind === 'service-group';

function Hit({ hit, day }: { hit: Found; day: string | undefined }) {
  const gone = TEXTS.gone[hit.status ?? ''];
  return (
    <>
      <bdi className="max-w-[70%] shrink-0 truncate font-medium">{hit.title}</bdi>
      {gone && <Badge>{gone}</Badge>}
      {day && <span className="shrink-0 text-xs text-muted">{TEXTS.on(dayName(day))}</span>}
      <bdi className="ml-auto min-w-0 truncate text-xs text-faint">{hit.subtitle}</bdi>
    </>
  );
}

/** The pages that the person has, with what opens them. */
function usePages(): Command[] {
  const { account } = useParams({ strict: false });
  const session = useSession();
  const navigate = useNavigate();
  return [
    ...(account
      ? ACCOUNT_PAGES.filter(({ permission }) => mayIn(session, permission, account)).map(
          ({ to, title }) => ({ title, go: () => navigate({ to, params: { account } }) }),
        )
      : []),
    ...onlyManaged(session).map(({ id: group, name: title }) => ({
      title,
      go: () =>
        navigate({ to: '/a/$account/groups/$group', params: { account: session.accountId ?? '', group } }),
    })),
    ...[...(session.kind === 'operator' ? [ACCOUNTS_PAGE] : []), ME_PAGE].map(({ to, title }) => ({
      title,
      go: () => navigate({ to }),
    })),
  ];
}

/** The views of the users of an account: for somebody who types, and not as of a moment. */
function useViewsOf(account: string | undefined, wanted: string): Command[] {
  const session = useSession();
  const { views } = useViews(account ?? '');
  const navigate = useNavigate();
  const isPast = useMoment() !== undefined;
  if (!wanted || !account || isPast || !mayIn(session, 'users:read', account)) return [];
  return [...views, ...BUILT_IN].map(({ name, filter }) => ({
    title: TEXTS.view(name),
    go: () => navigate({ to: '/a/$account/users', params: { account }, search: filter }),
  }));
}

import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';

const HUES = [
  'bg-[light-dark(#dbe4ff,#27346b)] text-[light-dark(#2f4399,#c5d1ff)]',
  'bg-[light-dark(#d3f3e3,#14402c)] text-[light-dark(#0c5c39,#a8e8c9)]',
  'bg-[light-dark(#ffe3cf,#4a2a12)] text-[light-dark(#8a3d06,#ffcfa8)]',
  'bg-[light-dark(#f3dcfa,#422253)] text-[light-dark(#77278f,#e9c3f7)]',
  'bg-[light-dark(#d5eff5,#123c47)] text-[light-dark(#0b5a6b,#a9e2ef)]',
  'bg-[light-dark(#ffdde4,#4d1b27)] text-[light-dark(#9c1f3d,#ffbcc9)]',
];

function hueOf(text: string): string {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return HUES[hash % HUES.length] ?? '';
}

/** The first letters of the first and the last word; symbols and emoji, which do not fit, are skipped. */
export function initialsOf(name: string): string {
  const firsts = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? []);
  return [...firsts.slice(0, 1), ...firsts.slice(1).slice(-1)].join('').toUpperCase();
}

interface AvatarProps {
  name: string;
  id: string;
  small?: boolean;
  inRow?: boolean;
}

export function Avatar({ name, id, small, inRow }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={classNames(
        'grid shrink-0 place-items-center rounded-full text-2xs font-semibold',
        small ? 'size-6' : 'size-7',
        inRow && 'one-line:size-6',
        hueOf(id),
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/** A name may have any length and direction: it must not disturb what is next to it. */
export function Name({ children }: { children: string }) {
  return <bdi className="min-w-0">{children}</bdi>;
}

interface PersonProps {
  id: string;
  name: string;
  email?: string | null;
  /** Before the email, for what matters more. */
  note?: ReactNode;
  /** Where there is no room elsewhere for what the note says: by classes that hide it. */
  noteClass?: string;
  /** In a row of a DataGrid, which has one line where there is room. */
  inRow?: boolean;
}

export function Person({ id, name, email, note, noteClass, inRow = false }: PersonProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} id={id} inRow={inRow} />
      <span
        className={classNames(
          'grid min-w-0',
          inRow && 'one-line:flex one-line:items-baseline one-line:gap-2',
        )}
      >
        <bdi
          className={classNames(
            'truncate text-left text-sm font-medium text-ink',
            inRow && 'one-line:max-w-full one-line:shrink-0 one-line:font-semibold',
          )}
        >
          {name}
        </bdi>
        {(note || email) && (
          <span className="truncate text-left text-xs text-faint">
            {note && (
              <span className={noteClass}>
                {note}
                {email && ' · '}
              </span>
            )}
            {email && <bdi>{email}</bdi>}
          </span>
        )}
      </span>
    </span>
  );
}

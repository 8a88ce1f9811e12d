import type { ReactNode } from 'react';
import { Person } from './person.js';

const NAMES = ['Chien-Shiung Wu', 'Katherine Johnson', 'Rosa Parks'];

/** Rows of the picture of an empty list: three people, and what is said of each. */
export const samplePeople = (beside: (index: number) => ReactNode): ReactNode[] =>
  NAMES.map((name, index) => (
    <>
      <span className="min-w-0 flex-1">
        <Person inRow id={name} name={name} />
      </span>
      {beside(index)}
    </>
  ));

/** The name of a service group, as on a row of a list. */
export function SampleGroup({ index }: { index: number }) {
  return (
    <span className="rounded-md border border-line bg-sunken px-1.5 text-xs leading-6">
      {['atlas', 'beacon', 'cargo'][index]}
    </span>
  );
}

import type { ReactNode } from 'react';
import { Card } from '../../../components/layout/card.js';
import type { ImportFlow } from '../use-import.js';

interface StepCardProps {
  flow: ImportFlow;
  title: string;
  description?: ReactNode;
  flush?: boolean;
  /** What leads on and back. */
  footer?: ReactNode;
  children: ReactNode;
}

/** One step of several. The focus goes to its title. */
export function StepCard({ flow, title, description, flush, footer, children }: StepCardProps) {
  return (
    <Card
      flush
      description={description}
      title={
        <span ref={flow.heading} tabIndex={-1} className="scroll-mt-32 outline-none">
          {title}
        </span>
      }
    >
      <div className={flush ? '' : 'p-4'}>{children}</div>
      {footer && (
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
          {footer}
        </div>
      )}
    </Card>
  );
}

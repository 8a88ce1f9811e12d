import { Link } from '@tanstack/react-router';
import { Boxes, ChevronRight, Grid3x3, UserPlus } from 'lucide-react';
import { Card } from '../../components/layout/card.js';
import { TEXTS } from './texts.js';

const STEPS = [
  ['/a/$account/groups', Boxes, TEXTS.steps.group],
  ['/a/$account/users', UserPlus, TEXTS.steps.people],
  ['/a/$account/access', Grid3x3, TEXTS.steps.access],
] as const;

export function FirstSteps({ accountId }: { accountId: string }) {
  return (
    <Card title={TEXTS.startTitle} flush>
      <ol className="divide-y divide-line">
        {STEPS.map(([to, Icon, [title, detail]]) => (
          <li key={to}>
            <Link
              to={to}
              params={{ account: accountId }}
              className="flex items-center gap-3 px-4 py-3 hover:bg-hover"
            >
              <span className="grid size-8 place-items-center rounded-md bg-soft text-accent">
                <Icon aria-hidden className="size-4" />
              </span>
              <span className="min-w-0 flex-1 text-sm">
                <span className="block font-medium">{title}</span>
                <span className="block text-muted">{detail}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 text-faint" />
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}

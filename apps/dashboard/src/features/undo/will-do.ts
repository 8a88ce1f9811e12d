import type { Schemas } from '#libs/client';

/** What an undo can do again or take back, as sentences about it begin: what somebody did, and what you will do. */
export const VERBS: Readonly<Record<string, string>> = {
  added: 'add',
  invited: 'invite',
  activated: 'activate',
  changed: 'change',
  renamed: 'rename',
  suspended: 'suspend',
  reactivated: 'reactivate',
  removed: 'remove',
  linked: 'link',
  unlinked: 'unlink',
  gave: 'give',
  ended: 'end',
  created: 'create',
  made: 'make',
};

type Expected = Pick<Schemas['Event'], 'summary' | 'data'>;

/** “You will end the access of Ada to prod”. A dry run says of each event what it would be, as of what has happened, and of nobody in particular. */
export function willDo({ summary, data }: Expected, nameOf: (actor: string) => string | undefined): string {
  const [, verb = '', rest = ''] =
    /^(?:An? (?:user|operator|API key)|Rollbook) (\w+)(.*)$/s.exec(summary) ?? [];
  const { userId } = data as { userId?: string };
  const name = userId && nameOf(`user:${userId}`);
  const named = name ? rest.replace(userId, () => name) : rest;
  return VERBS[verb] ? `You will ${VERBS[verb]}${named}.` : summary;
}

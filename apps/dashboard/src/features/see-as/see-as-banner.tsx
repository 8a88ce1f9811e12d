import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';
import { Button } from '../../components/controls/button.js';
import { exactTime } from '../../components/data/time.js';
import { Banner } from '../../components/feedback/banner.js';
import { Problem } from '../../components/feedback/problem.js';
import { sessionQuery, type Session } from '../../api/resources/session.js';
import { TEXTS } from './texts.js';

/** Above every page while the session sees as a user, and afterwards until the person continues as themselves. */
export default function SeeAsBanner({ seeingAs }: { seeingAs: NonNullable<Session['seeingAs']> }) {
  const { accountId, userId, name, until } = seeingAs;
  useEffect(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    const timer = setTimeout(refresh, Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  const end = useMutation({
    mutationFn: () => api.delete('/v1/session/see-as'),
    onSuccess: () => location.assign(`/a/${accountId}/users/${userId}`),
  });
  return (
    <div className="sticky top-12 z-20 grid gap-2 p-2 lg:top-0">
      <Banner
        tone="warn"
        title={name === null ? TEXTS.ended : TEXTS.seeing(name)}
        action={
          <Button small busy={end.isPending || end.isSuccess} onClick={() => end.mutate()}>
            {name === null ? TEXTS.goOn : TEXTS.end}
          </Button>
        }
      >
        {name === null ? TEXTS.endedWhat : `${TEXTS.readOnly} ${exactTime(until)}.`}
      </Banner>
      {end.error && <Problem error={end.error} />}
    </div>
  );
}

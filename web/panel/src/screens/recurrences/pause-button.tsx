import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Recurrence } from '../../../../../src/panel/recurrences/schema.ts';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { say } from '../../ui/feedback/said.tsx';

/** Stops the charges for a while, and lets them go on. */
export function PauseButton({ recurrence }: { readonly recurrence: Recurrence }) {
  const { id, pausedAt } = recurrence;
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const isPaused = pausedAt !== null;
  const change = useMutation({
    mutationFn: () =>
      call(isPaused ? 'POST /recurrences/:id/resume' : 'POST /recurrences/:id/pause', { path: { id } }),
    onSuccess: async (saved) => {
      client.setQueryData(['recurrence', String(id)], saved);
      setAsking(false);
      say(isPaused ? 'Recorrência retomada.' : 'Recorrência pausada.');
      await client.invalidateQueries({ queryKey: ['recurrences'] });
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {isPaused ? 'Retomar' : 'Pausar'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={isPaused ? 'Retomar esta recorrência?' : 'Pausar esta recorrência?'}
          verb={isPaused ? 'Retomar' : 'Pausar'}
          pending={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            {isPaused
              ? 'Os meses que venceram durante a pausa não são cobrados. Os próximos seguem nos dias de sempre.'
              : 'Nada é cobrado até você retomar, e os meses que vencerem na pausa não são cobrados depois. O cliente não recebe lembretes.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountDetail } from '../../../../../src/panel/acquirers/schema.ts';
import { call } from '../../api/call.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';
import styles from './acquirers.module.css';

/** Pauses an account for cards, or resumes it. */
export function AccountPause({ account }: { readonly account: AccountDetail }) {
  const [isAsking, setAsking] = useState(false);
  const withStepUp = useStepUp();
  const saved = useSaved(account);
  const resume = useMutation({
    mutationFn: () => withStepUp(() => call('POST /acquirers/:id/resume', { path: { id: account.id } })),
    onSuccess: saved,
  });
  const isPaused = account.stand?.state === 'paused';
  return (
    <div className={styles.form}>
      <div className={styles.buttons}>
        {isPaused && (
          <Button loading={resume.isPending} onClick={() => resume.mutate()}>
            Retomar
          </Button>
        )}
        <Button variant="default" onClick={() => setAsking(true)}>
          {isPaused ? 'Mudar a pausa' : 'Pausar'}
        </Button>
      </div>
      {resume.error && <ErrorNotice error={resume.error} />}
      {isAsking && <PauseDialog account={account} onClose={() => setAsking(false)} />}
    </div>
  );
}

function useSaved(account: AccountDetail): (saved: AccountDetail) => Promise<void> {
  const client = useQueryClient();
  return async (saved) => {
    client.setQueryData(['acquirer', String(account.id)], saved);
    await client.invalidateQueries({ queryKey: ['acquirers'] });
  };
}

function PauseDialog({
  account,
  onClose,
}: {
  readonly account: AccountDetail;
  readonly onClose: () => void;
}) {
  const withStepUp = useStepUp();
  const saved = useSaved(account);
  const form = useFields({ reason: account.stand?.reason ?? '', until: '' });
  const pause = useMutation({
    mutationFn: () =>
      withStepUp(() => call('POST /acquirers/:id/pause', { path: { id: account.id }, body: form.values })),
    onSuccess: async (answer) => {
      await saved(answer);
      onClose();
    },
  });
  const faultOf = useRefused(pause.error, form.values);
  const fault = generalFault(pause.error, ['reason', 'until']);
  return (
    <Dialog onClose={onClose} title={`Pausar a conta ${account.provider}`}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          pause.mutate();
        }}
      >
        <TextInput
          label="Motivo"
          description="Para quem olhar depois"
          maxLength={200}
          autoComplete="off"
          {...form.text('reason')}
          error={faultOf('reason')}
        />
        <TextInput
          type="datetime-local"
          label="Até quando"
          description="Em branco: até alguém retomar"
          {...form.text('until')}
          error={faultOf('until')}
        />
        <p className="soft">
          As vendas novas que outra conta da loja pode fazer vão para a outra. Sem outra, e quando a venda diz
          a adquirente, elas continuam vindo para esta. Capturas e estornos seguem.
        </p>
        {fault && <ErrorNotice error={fault} />}
        <div className={styles.buttons}>
          <Button type="submit" loading={pause.isPending}>
            Pausar a conta
          </Button>
          <Button variant="subtle" onClick={onClose}>
            Voltar
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

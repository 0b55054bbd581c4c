import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { DisputeStepName, ShownDispute } from '../../../../../src/panel/disputes/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats } from '../../session/session.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { STEP_WORDS } from './dispute-words.ts';

/** Records what happened to a dispute. */
export function StepDialog({
  dispute: { id },
  step,
  onClose,
}: {
  readonly dispute: ShownDispute;
  readonly step: DisputeStepName;
  readonly onClose: () => void;
}) {
  const { day } = useFormats();
  const words = STEP_WORDS[step];
  const [answer, setAnswer] = useState('');
  const [when, setWhen] = useState(day(new Date().toISOString()));
  const isOfMoney = step === 'debit' || step === 'credit';
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      call('POST /disputes/:id/step', {
        path: { id },
        body: {
          step,
          ...(step === 'answer' ? { answer: answer.trim() } : {}),
          ...(isOfMoney ? { day: when } : {}),
        },
      }),
    onSuccess: async (saved) => {
      client.setQueryData(['dispute', id], saved);
      onClose();
      await client.invalidateQueries({ queryKey: ['disputes'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form onSubmit={submit}>
        <p className="soft">{words.note}</p>
        {step === 'answer' && (
          <Textarea
            mt="md"
            label="O que foi enviado"
            required
            autosize
            minRows={3}
            maxLength={2000}
            data-autofocus
            value={answer}
            onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
          />
        )}
        {isOfMoney && (
          <TextInput
            mt="md"
            type="date"
            label="Em que dia"
            required
            value={when}
            onChange={({ currentTarget }) => setWhen(currentTarget.value)}
          />
        )}
        {save.isError && <ErrorNotice error={save.error} />}
        <Button
          type="submit"
          mt="lg"
          fullWidth
          loading={save.isPending}
          disabled={step === 'answer' && answer.trim() === ''}
        >
          {words.verb}
        </Button>
        <Button mt="xs" fullWidth variant="subtle" onClick={onClose}>
          Voltar
        </Button>
      </form>
    </Dialog>
  );
}

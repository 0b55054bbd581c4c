import { Button, Radio, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useStepUp } from '../../session/step-up.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { money } from '../../ui/text/format.ts';
import styles from './attention.module.css';

interface Option {
  readonly status: number;
  readonly label: string;
  readonly effect: string;
  readonly moved?: boolean;
}

/** Choose what the acquirer answered, see its effect on the sale, then confirm. */
export function SettleDialog<Chosen extends Option>({
  amount,
  options,
  question = 'O que a adquirente respondeu?',
  onSettle,
  onClose,
  onDone,
}: {
  /** Centavos. */
  readonly amount: number;
  readonly options: readonly Chosen[];
  readonly question?: string;
  readonly onSettle: (option: Chosen, reason: string) => Promise<unknown>;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}) {
  const withStepUp = useStepUp();
  const [index, setIndex] = useState<string>();
  const [reason, setReason] = useState('');
  const chosen = index === undefined ? undefined : options[Number(index)];
  const settle = useMutation({
    mutationFn: async () => {
      if (!chosen) return;
      await withStepUp(() => onSettle(chosen, reason));
    },
    onSuccess: () => onDone(`Encerrada. ${chosen?.effect ?? ''}`),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) settle.mutate();
  };
  const faultOf = useRefused(settle.error, { reason });
  const fault = generalFault(settle.error, ['reason']);
  return (
    <Dialog onClose={onClose} title={`Encerrar a venda de ${money(amount)}`}>
      <form onSubmit={submit}>
        <Radio.Group label={question} value={index ?? null} onChange={setIndex}>
          <div className={styles.options}>
            {options.map((option, place) => (
              <Radio
                key={`${option.status} ${option.moved ?? ''}`}
                value={String(place)}
                label={option.label}
              />
            ))}
          </div>
        </Radio.Group>
        {chosen && (
          <p className={styles.effect} role="status">
            {chosen.effect} A loja é avisada se algo mudou. Nenhum dinheiro é movido.
          </p>
        )}
        <Textarea
          label="Quem confirmou e como"
          description="Protocolo, nome, data: fica no histórico da venda, com o seu nome"
          required
          mt="md"
          autosize
          minRows={2}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
          error={faultOf('reason')}
        />
        {fault && <ErrorNotice error={fault} />}
        <Button type="submit" mt="lg" fullWidth disabled={!chosen} loading={settle.isPending}>
          {chosen ? `Encerrar: ${chosen.label.toLowerCase()}` : 'Escolha a resposta'}
        </Button>
        <Button mt="xs" fullWidth variant="subtle" onClick={onClose}>
          Voltar
        </Button>
      </form>
    </Dialog>
  );
}

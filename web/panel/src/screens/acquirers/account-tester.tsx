import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TestStep } from '../../../../../src/panel/acquirers/schema.ts';
import { call } from '../../api/call.ts';
import { useMe } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { FieldGrid } from '../../ui/screens/form-screen.tsx';
import styles from './acquirers.module.css';

const RESULTS = {
  good: { label: 'Certo', tone: 'good', icon: 'check' },
  bad: { label: 'Errado', tone: 'wrong', icon: 'cross' },
  skipped: { label: 'Não feito', tone: 'idle', icon: 'clock' },
} as const;

const PIX_TEXT =
  'Pergunta ao banco se aceita a conta e o certificado, cria e remove uma cobrança de R$ 0,01, que ninguém pode pagar, e registra onde o banco avisa os pagamentos.';

const NO_CARD = { cardNumber: '', month: '', year: '', cvv: '' };

/** Tests with the acquirer whether the account works and, with a zero-amount check, whether a card is valid. */
export function AccountTester({ id, pays }: { readonly id: number; readonly pays: 'card' | 'pix' }) {
  const isProduction = useMe().mode === 'production';
  const needsCard = pays === 'card' && isProduction;
  const [card, setCard] = useState(NO_CARD);
  const test = useMutation({
    mutationFn: () =>
      call('POST /acquirers/:id/test', { path: { id }, body: card.cardNumber === '' ? {} : card }),
    onSettled: () => setCard(NO_CARD),
  });
  const field = (name: keyof typeof NO_CARD) => ({
    value: card[name],
    autoComplete: 'off',
    inputMode: 'numeric' as const,
    onChange: (event: { currentTarget: { value: string } }) =>
      setCard({ ...card, [name]: event.currentTarget.value }),
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        test.mutate();
      }}
    >
      <p className="soft">
        {pays === 'pix'
          ? PIX_TEXT
          : needsCard
            ? 'Pergunta à adquirente se aceita a conta. Com um cartão seu, também o verifica sem cobrar nada; o cartão não é salvo.'
            : 'Pergunta à adquirente se aceita a conta e verifica um cartão de teste sem cobrar nada.'}
      </p>
      {needsCard && (
        <FieldGrid>
          <TextInput label="Número do cartão (opcional)" maxLength={23} {...field('cardNumber')} />
          <TextInput label="Mês" placeholder="MM" maxLength={2} {...field('month')} />
          <TextInput label="Ano" placeholder="AAAA" maxLength={4} {...field('year')} />
          <TextInput label="CVV" maxLength={4} {...field('cvv')} />
        </FieldGrid>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="default" loading={test.isPending}>
          Testar agora
        </Button>
      </div>
      {test.error && <ErrorNotice error={test.error} />}
      {test.data && (
        <div role="status" className={styles.results}>
          <Step title="Conta" step={test.data.health} />
          <Step title="Certificado" step={test.data.certificate} />
          <Step title="Cobrança de teste" step={test.data.charge} />
          <Step title="Avisos do banco" step={test.data.notices} />
          <Step title="Verificação sem valor" step={test.data.zeroAmount} />
        </div>
      )}
    </form>
  );
}

function Step({ title, step }: { readonly title: string; readonly step: TestStep | undefined }) {
  if (!step) return null;
  return (
    <div className={styles.step}>
      <b>{title}</b> <Badge {...RESULTS[step.result]} />
      <p>{step.text}</p>
    </div>
  );
}

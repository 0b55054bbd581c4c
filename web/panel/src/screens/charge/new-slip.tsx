import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { useRequestKey } from '../../api/request-key.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { say } from '../../ui/feedback/said.tsx';
import { missing } from '../../ui/forms/missing.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { type Missing, useFaults } from '../../ui/forms/use-faults.ts';
import { useFields } from '../../ui/forms/use-fields.ts';
import { Folded } from '../../ui/screens/form-screen.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import styles from './charge.module.css';
import { MoreFields, PayerFields } from './slip-fields.tsx';
import { bodyOfSlip, EMPTY_SLIP, PAYER_FIELDS, type PossibleSlip } from './slip-values.ts';

const FIELDS = [
  ...['amount', 'dueOn', 'description', 'customerName', 'customerDocument', 'customerEmail'],
  ...['payableDaysAfterDue', 'fine', 'interest', 'instructions', 'referenceId'],
  ...PAYER_FIELDS.map(({ name }) => `address.${name}`),
];

/** A slip: how much, until when, and whom the bank prints as its payer. */
export function NewSlip({ way }: { readonly way: PossibleSlip }) {
  const form = useFields({ ...EMPTY_SLIP, dueOn: way.usual, instructions: way.instructions });
  const { idempotencyKey, onError } = useRequestKey();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { values } = form;
  const make = useMutation({
    mutationFn: () => call('POST /charges/slip', { body: bodyOfSlip(values), idempotencyKey }),
    onSuccess: async ({ id, isOut }) => {
      say(isOut ? 'Boleto emitido: envie-o ao cliente.' : 'Pedido feito: veja aqui o que o banco respondeu.');
      const changed = ['sales', 'slips'].map((name) => client.invalidateQueries({ queryKey: [name] }));
      await Promise.all(changed);
      await navigate({ to: '/vendas/$id', params: { id } });
    },
    onError,
  });
  const { faultOf, general, submit } = useFaults({
    values,
    fields: FIELDS,
    missing: missingOf(values, way),
    save: make,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Sheet>
        <Section title="Quanto e até quando">
          <MoneyField
            aria-label="Valor"
            classNames={{ input: styles.amount as string }}
            size="xl"
            required
            autoFocus
            {...form.money('amount')}
            error={faultOf('amount')}
          />
          <div className={styles.two}>
            <TextInput
              type="date"
              label="Vencimento"
              required
              min={way.first}
              max={way.last}
              {...form.text('dueOn')}
              error={faultOf('dueOn')}
            />
            <TextInput
              label="Para quê"
              maxLength={140}
              {...form.text('description')}
              error={faultOf('description')}
            />
          </div>
        </Section>
        <Section title="Quem paga">
          <PayerFields form={form} faultOf={faultOf} />
        </Section>
        <Folded title="Depois do vencimento, instruções e pedido">
          <MoreFields form={form} faultOf={faultOf} way={way} />
        </Folded>
      </Sheet>
      {general && <ErrorNotice error={general} />}
      <Button type="submit" fullWidth size="lg" mt="md" loading={make.isPending}>
        {values.amount ? `Emitir boleto de ${money(values.amount)}` : 'Emitir boleto'}
      </Button>
    </form>
  );
}

function missingOf(values: typeof EMPTY_SLIP, { leastAmount }: PossibleSlip): Missing {
  const { amount, dueOn, customerName, customerDocument, customerEmail } = values;
  const isLess = (amount ?? 0) < leastAmount;
  const ofAddress = PAYER_FIELDS.filter(({ optional }) => !optional).map(
    ({ name }) => [`address.${name}`, missing.text(values[name])] as const,
  );
  return {
    amount: isLess ? `O banco aceita boletos a partir de ${money(leastAmount)}.` : undefined,
    dueOn: missing.text(dueOn, 'Escolha o vencimento.'),
    customerName: missing.text(customerName),
    customerDocument: missing.document(customerDocument),
    customerEmail: missing.email(customerEmail),
    ...Object.fromEntries(ofAddress),
  };
}

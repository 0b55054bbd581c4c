import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Sale } from '../../../../../src/panel/sales/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { type FaultOf, generalFault } from '../../ui/forms/field-faults.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { FieldGrid, FormScreen } from '../../ui/screens/form-screen.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { KIND_LABELS } from './dispute-words.ts';

const FIELDS = ['amount', 'kind', 'process', 'reasonCode', 'reason', 'notifiedDate', 'answerBy', 'money'];

function useDisputeFields(today: string) {
  return useFields({
    kind: 'chargeback',
    amount: null as number | null,
    process: '',
    reasonCode: '',
    reason: '',
    notifiedDate: today,
    answerBy: '',
    money: 'none',
  });
}

interface Part {
  readonly form: ReturnType<typeof useDisputeFields>;
  readonly faultOf: FaultOf;
}

/** A dispute as a letter, a mail or the acquirer's portal tells it. */
export function NewDisputeScreen() {
  const { id } = useParams({ from: '/inside/vendas/$id/disputa' });
  const mayWrite = useMay('sales.refund');
  const { day } = useFormats();
  const navigate = useNavigate();
  const client = useQueryClient();
  const sale = useQuery({
    queryKey: ['sale', id],
    queryFn: ({ signal }) => call('GET /sales/:id', { path: { id }, signal }),
  });
  const form = useDisputeFields(day(new Date().toISOString()));
  const { amount, ...texts } = form.values;
  const captured = sale.data?.capturedAmount ?? 0;
  const typed = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
  const save = useMutation({
    mutationFn: () =>
      call('POST /sales/:id/disputes', { path: { id }, body: { ...typed, amount: amount ?? captured } }),
    onSuccess: async (dispute) => {
      client.setQueryData(['dispute', dispute.id], dispute);
      await client.invalidateQueries({ queryKey: ['disputes'] });
      await navigate({ to: '/disputas/$id', params: { id: dispute.id } });
    },
  });
  const faultOf = useRefused(save.error, form.values);
  return (
    <FormScreen
      title="Registrar uma disputa"
      back={{ to: `/vendas/${id}`, label: 'Venda' }}
      onSubmit={() => save.mutate()}
      pending={save.isPending}
      error={generalFault(save.error, FIELDS)}
      readOnly={!mayWrite}
      verb="Registrar"
    >
      <Sheet>
        <Refunded sale={sale.data} />
        <Letter form={form} faultOf={faultOf} captured={captured} />
        <When form={form} faultOf={faultOf} />
      </Sheet>
    </FormScreen>
  );
}

/** What went back already is what the answer says. */
function Refunded({ sale }: { readonly sale: Sale | undefined }) {
  if (!sale?.refundedAmount) return null;
  return (
    <Section title="Já houve estorno">
      <Notice tone="wait">
        {money(sale.refundedAmount)} desta venda já foram estornados. Responda com o comprovante do estorno:
        «crédito já processado».
      </Notice>
    </Section>
  );
}

function Letter({ form, faultOf, captured }: Part & { readonly captured: number }) {
  return (
    <Section title="O que a carta diz">
      <FieldGrid>
        <NativeSelect
          label="Tipo"
          data={Object.entries(KIND_LABELS)
            .filter(([value]) => value !== 'med')
            .map(([value, label]) => ({ value, label }))}
          {...form.text('kind')}
          error={faultOf('kind')}
        />
        <MoneyField
          label="Valor contestado"
          description={captured > 0 ? `Vazio: tudo, ${money(captured)}` : undefined}
          {...form.money('amount')}
          error={faultOf('amount')}
        />
        <TextInput
          label="Número do processo"
          maxLength={60}
          {...form.text('process')}
          error={faultOf('process')}
        />
        <TextInput
          label="Código do motivo"
          placeholder="10.4"
          maxLength={20}
          {...form.text('reasonCode')}
          error={faultOf('reasonCode')}
        />
        <TextInput label="Motivo" maxLength={300} {...form.text('reason')} error={faultOf('reason')} />
        <NativeSelect
          label="O valor já foi debitado?"
          data={[
            { value: 'none', label: 'Ainda não' },
            { value: 'debited', label: 'Sim' },
          ]}
          {...form.text('money')}
          error={faultOf('money')}
        />
      </FieldGrid>
    </Section>
  );
}

function When({ form, faultOf }: Part) {
  return (
    <Section title="Quando">
      <FieldGrid>
        <TextInput
          type="date"
          label="Dia do aviso"
          required
          {...form.text('notifiedDate')}
          error={faultOf('notifiedDate')}
        />
        <TextInput
          type="date"
          label="Último dia para responder"
          description="Vazio: 10 dias depois do aviso"
          {...form.text('answerBy')}
          error={faultOf('answerBy')}
        />
      </FieldGrid>
    </Section>
  );
}

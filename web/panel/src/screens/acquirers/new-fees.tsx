import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { say } from '../../ui/feedback/said.tsx';
import { missing } from '../../ui/forms/missing.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { useFaults } from '../../ui/forms/use-faults.ts';
import { useFields } from '../../ui/forms/use-fields.ts';
import { FieldGrid, FormScreen } from '../../ui/screens/form-screen.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { BANK_BANDS, CARD_BANDS, feeLabel, feesBody, type TypedFee } from './fee-values.ts';

const NO_FEE: TypedFee = { percent: '', fixed: null };

/** A new version of what an account costs, from a day on. */
export function NewFeesScreen() {
  const { id } = useParams({ from: '/inside/adquirentes/$id/taxas/nova' });
  const fees = useQuery({
    queryKey: ['fees', id],
    queryFn: ({ signal }) => call('GET /acquirers/:id/fees', { path: { id }, signal }),
    refetchOnWindowFocus: false,
  });
  if (fees.error) return <ErrorNotice error={fees.error} onRetry={() => fees.refetch()} />;
  if (!fees.data) return <Loading />;
  return <FeesForm id={id} isBank={fees.data.account.pays === 'pix'} />;
}

function FeesForm({ id, isBank }: { readonly id: string; readonly isBank: boolean }) {
  const mayWrite = useMay('platform.acquirers.write');
  const navigate = useNavigate();
  const client = useQueryClient();
  const bands = isBank ? BANK_BANDS : CARD_BANDS;
  const form = useFields({ from: '', prepayment: '', fees: bands.map(() => NO_FEE) });
  const { values } = form;
  const body = feesBody({ ...values, bands });
  const save = useMutation({
    mutationFn: () => call('POST /acquirers/:id/fees', { path: { id }, body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['fees', id] });
      say('Taxas salvas.');
      await navigate({ to: '/adquirentes/$id/taxas', params: { id } });
    },
  });
  const { faultOf, general, submit } = useFaults({
    values,
    fields: ['from', 'lines'],
    missing: {
      from: missing.text(values.from, 'Escolha o primeiro dia.'),
      lines: body.lines.length === 0 ? 'Informe ao menos uma taxa.' : undefined,
    },
    save,
  });
  const set = (index: number, more: Partial<TypedFee>) =>
    form.set(
      'fees',
      values.fees.map((fee, place) => (place === index ? { ...fee, ...more } : fee)),
    );
  return (
    <FormScreen
      title="Nova tabela de taxas"
      back={{ to: `/adquirentes/${id}/taxas`, label: 'Taxas' }}
      onSubmit={submit}
      pending={save.isPending}
      error={general}
      readOnly={!mayWrite}
      verb="Salvar tabela"
    >
      <Sheet>
        <Section title="Desde quando">
          <FieldGrid>
            <TextInput
              type="date"
              label="Primeiro dia de vendas com estas taxas"
              required
              {...form.text('from')}
              error={faultOf('from')}
            />
            {!isBank && (
              <NativeSelect
                label="Antecipação"
                data={[
                  { value: '', label: 'Nenhuma: cada parcela no seu dia' },
                  { value: '1', label: 'Todo o crédito em 1 dia útil' },
                  { value: '2', label: 'Todo o crédito em 2 dias úteis' },
                ]}
                {...form.text('prepayment')}
              />
            )}
          </FieldGrid>
        </Section>
        <Section title="Quanto desconta">
          <FieldGrid>
            {bands.map((band, index) => {
              const label = feeLabel({ ...band, brand: '*', percent: '0', fixed: 0 });
              return (
                <FieldGrid key={label}>
                  <NumberInput
                    label={`${label}, em %`}
                    min={0}
                    max={99}
                    decimalScale={3}
                    decimalSeparator=","
                    hideControls
                    inputMode="decimal"
                    value={values.fees[index]?.percent ?? ''}
                    onChange={(percent) => set(index, { percent })}
                    error={index === 0 ? faultOf('lines') : undefined}
                  />
                  <MoneyField
                    label={`${label}, por venda`}
                    value={values.fees[index]?.fixed ?? null}
                    onChange={(fixed) => set(index, { fixed })}
                  />
                </FieldGrid>
              );
            })}
          </FieldGrid>
          <p className="soft" style={{ marginTop: 12 }}>
            Valem para todas as bandeiras. Taxas diferentes por bandeira se informam pelo comando fees set.
          </p>
        </Section>
      </Sheet>
    </FormScreen>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { LargeButtons } from '../till-choices/large-buttons.tsx';
import styles from './payment-methods.module.css';

const COLUMNS: readonly ListColumn<PaymentMethodRow>[] = [
  { id: 'name', header: 'Forma de pagamento', cell: ({ row }) => <b>{nameOf(row.original)}</b> },
  { id: 'id', header: 'Número', cell: ({ row }) => <span className="mono">{row.original.id}</span> },
  { id: 'installments', header: 'Parcelas', cell: ({ row }) => installmentsOf(row.original) },
  { id: 'fee', header: 'Tarifa', cell: ({ row }) => (row.original.feeExempt ? 'Isenta' : 'Com tarifa') },
  { id: 'flow', header: 'Fluxo', cell: ({ row }) => row.original.flow },
  { id: 'state', header: 'Situação', cell: ({ row }) => <State method={row.original} /> },
];

/** The shop's payment methods; only the platform's operator changes them. */
export function PaymentMethodsScreen() {
  const methods = useQuery({
    queryKey: ['payment-methods'],
    queryFn: ({ signal }) => call('GET /payment-methods', { signal }),
  });
  return (
    <>
      <ScreenHead title="Formas de pagamento" />
      <p className={`soft ${styles.intro}`}>
        O número vai em cada venda feita pela integração. Para mudar quais valem para sua loja, fale com o
        operador da plataforma.
      </p>
      <LargeButtons />
      <DataList<PaymentMethodRow>
        caption="Formas de pagamento"
        columns={COLUMNS}
        rows={methods.data?.items}
        rowKey={({ id }) => String(id)}
        error={methods.error}
        onRetry={() => methods.refetch()}
        card={(method) => (
          <div className={styles.card}>
            <span>
              <b>{nameOf(method)}</b>
              <span className="soft">
                Número {method.id} · {installmentsOf(method)}
              </span>
            </span>
            <State method={method} />
          </div>
        )}
        empty={<b>Nenhuma forma de pagamento</b>}
      />
    </>
  );
}

const LACKING: Readonly<Record<NonNullable<PaymentMethodRow['lacks']>, string>> = {
  pix: 'Ainda não: falta quem receba Pix',
  bankSlip: 'Ainda não: falta conta de boleto',
  permission: 'Indisponível',
};

function State({ method: { available, lacks } }: { readonly method: PaymentMethodRow }) {
  if (available) return <Badge label="Disponível" tone="good" icon="check" />;
  return <Badge label={LACKING[lacks ?? 'permission']} tone="idle" icon="cross" />;
}

function nameOf({ name, modality }: PaymentMethodRow): string {
  return modality === '' ? name : `${name} · ${modality}`;
}

function installmentsOf({ maxInstallments }: PaymentMethodRow): string {
  return maxInstallments > 1 ? `até ${maxInstallments} vezes` : 'à vista';
}

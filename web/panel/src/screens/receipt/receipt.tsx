import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Receipt } from '../../../../../src/panel/sales/schema.ts';
import { CallError, call } from '../../api/call.ts';
import { useFormats, useMe } from '../../session/session.ts';
import { authorizedNote } from '../../ui/feedback/authorized-note.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { KIND_NAMES } from '../../ui/feedback/kind-names.ts';
import { useKept } from '../../ui/forms/use-kept.ts';
import { Loading } from '../../ui/screens/loading.tsx';
import { useTitle } from '../../ui/screens/use-title.ts';
import { documentText, money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './receipt.module.css';
import { type Paper, ReceiptActions } from './receipt-actions.tsx';

/** The buyer's receipt, to print or to save as PDF. */
export function ReceiptScreen() {
  const { id } = useParams({ from: '/inside/vendas/$id/comprovante' });
  const receipt = useQuery({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => call('GET /sales/:id/receipt', { path: { id }, signal }),
  });
  const [paper, setPaper] = useKept<Paper>('receipt.paper', 'a4');
  useTitle('Comprovante');
  return (
    <>
      <div className={styles.bar}>
        <Link to="/vendas/$id" params={{ id }} className={styles.back}>
          <Icon name="back" size={16} />
          Venda
        </Link>
      </div>
      {receipt.isError && (
        <ErrorNotice
          error={receipt.error}
          {...(hasNone(receipt.error) ? {} : { onRetry: () => receipt.refetch() })}
        />
      )}
      {receipt.isPending && <Loading />}
      {receipt.data && <ReceiptActions receipt={receipt.data} paper={paper} onPaper={setPaper} />}
      {receipt.data && <ReceiptView receipt={receipt.data} paper={paper} />}
    </>
  );
}

/** The sale was not authorized: asking again changes nothing. */
function hasNone(error: Error): boolean {
  return error instanceof CallError && error.code === 'receipt_without_sale';
}

function installmentsOf({ installments, installmentAmount }: Receipt): string {
  return installments === 1 ? 'à vista' : `${installments}x de ${money(installmentAmount)}`;
}

const CANCELED = 9;

/** What the amount above it means, where it is not simply what the buyer paid. */
function amountNote({ capturedAmount, status, amount, value }: Receipt): string | null {
  if (capturedAmount === 0) {
    return status === CANCELED ? 'Cancelada: nada foi cobrado.' : 'Valor autorizado, ainda não cobrado.';
  }
  return authorizedNote({ amount, value });
}

/** What a bank calls it; an acquirer calls it TID. */
const BANK_NUMBERS: Readonly<Record<string, string>> = {
  pix: 'Identificador do Pix',
  bankSlip: 'Nosso número',
};

function ReceiptView({ receipt, paper }: { readonly receipt: Receipt; readonly paper: Paper }) {
  const { full } = useFormats();
  const { mode } = useMe();
  const isByBank = receipt.kind === 'pix' || receipt.kind === 'bankSlip';
  const paid = KIND_NAMES[receipt.kind];
  const lines: readonly (readonly [string, string | null])[] = [
    ['Data', full(receipt.createdAt)],
    ['Situação', receipt.statusWord],
    ['Forma de pagamento', isByBank ? paid : `${paid}, ${installmentsOf(receipt)}`],
    ['Cartão', isByBank ? null : `${receipt.brand ?? ''} •••• ${receipt.last4 ?? ''}`],
    ['Titular', receipt.holderName],
    ['Cliente', receipt.customerName],
    ['Pedido', receipt.referenceId],
    ['Descrição', receipt.description],
    ['Devolvido ao comprador', receipt.refundedAmount > 0 ? money(receipt.refundedAmount) : null],
    [isByBank ? 'Banco' : 'Adquirente', receipt.provider],
    ['NSU', receipt.nsu],
    ['Autorização', receipt.authorizationCode],
    [BANK_NUMBERS[receipt.kind] ?? 'TID', receipt.providerReference],
    ['Transação', receipt.id],
  ];
  return (
    <article className={styles.paper} data-paper={paper}>
      {mode === 'sandbox' && <p className={styles.test}>Teste: sem valor, nenhum dinheiro se moveu</p>}
      <header>
        <h1>Comprovante de venda</h1>
        <p>
          <b>{receipt.shopName}</b>
          <br />
          {receipt.shopDocument.length === 11 ? 'CPF' : 'CNPJ'} {documentText(receipt.shopDocument)}
        </p>
        <p className={styles.amount}>{money(receipt.value)}</p>
        <p>{amountNote(receipt)}</p>
      </header>
      <dl>
        {lines.map(([label, value]) =>
          value === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <footer>Este comprovante não é documento fiscal.</footer>
    </article>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Action, Sale } from '../../../../../src/panel/sales/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { authorizedNote } from '../../ui/feedback/authorized-note.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PixCode } from '../../ui/feedback/pix-code.tsx';
import { SaleStatus } from '../../ui/feedback/status.tsx';
import { Fact, Facts } from '../../ui/screens/facts.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { Columns, Section, Sheet, Split } from '../../ui/screens/sheet.tsx';
import { useTitle } from '../../ui/screens/use-title.ts';
import { money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { figuresOf } from './movement-words.ts';
import { PaymentFacts } from './payment-facts.tsx';
import styles from './sale.module.css';
import { SaleDisputes } from './sale-disputes.tsx';
import { SalePostbacks } from './sale-postbacks.tsx';
import { SaleReceivables } from './sale-receivables.tsx';
import { SlipStanding, SlipToPay } from './slip-facts.tsx';
import { Timeline } from './timeline.tsx';

const MovementDialog = lazy(async () => ({
  default: (await import('./movement-dialog.tsx')).MovementDialog,
}));

const DueDateDialog = lazy(async () => ({
  default: (await import('./due-date-dialog.tsx')).DueDateDialog,
}));

/** 3-D Secure, a refund in progress and an unknown outcome change by themselves. */
const CHANGING_STATUSES = [0, 8, 10];
const REFRESH_MS = 3_000;
const VERIFYING = 10;
const WAITING = 1;

/** Whether its status, a movement or a postback will change by itself. */
function isChanging({ status, movementOpen, postbacks, pix, slip }: Sale): boolean {
  return (
    CHANGING_STATUSES.includes(status) ||
    (status === WAITING && (pix !== null || slip !== null)) ||
    movementOpen ||
    postbacks.some(({ state }) => state === 'waiting')
  );
}

/** One sale: its data, its history, and the possible actions. */
export function SaleScreen() {
  const { id } = useParams({ from: '/inside/vendas/$id' });
  const sale = useQuery({
    queryKey: ['sale', id],
    queryFn: ({ signal }) => call('GET /sales/:id', { path: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isChanging(data) ? REFRESH_MS : false),
  });
  useTitle(sale.data ? `Venda de ${money(sale.data.value)}` : 'Venda');
  return (
    <>
      <Link to="/vendas" className={styles.back}>
        <Icon name="back" size={16} />
        Vendas
      </Link>
      {sale.isError && <ErrorNotice error={sale.error} onRetry={() => sale.refetch()} />}
      {sale.isPending && <Loading />}
      {sale.data && <SaleView sale={sale.data} />}
    </>
  );
}

function SaleView({ sale }: { readonly sale: Sale }) {
  const formats = useFormats();
  const figures = figuresOf(sale);
  const authorized = authorizedNote(sale);
  const maySell = useMay('sales.sell');
  return (
    <>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1 className={styles.amount}>{money(sale.value)}</h1>
          {authorized !== null && <p className="soft">{authorized}</p>}
          <p className={styles.under}>
            <SaleStatus {...sale} />
            <span className="soft">
              {[
                formats.full(sale.createdAt),
                sale.capture.possible &&
                  sale.capture.deadline &&
                  `capture até ${formats.date(sale.capture.deadline)}`,
                sale.referenceId,
                sale.customerName,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </p>
        </div>
        <Actions sale={sale} />
      </header>
      <div className={styles.stack}>
        <Standing sale={sale} />
        {sale.slip && <SlipStanding sale={sale} slip={sale.slip} />}
        {sale.denial && <Denial denial={sale.denial} />}
        {sale.aboveLimit && <Notice tone="wait">{sale.aboveLimit}</Notice>}
        <Columns secondIsFirst={Boolean(sale.pix?.code || sale.slip?.line)}>
          <Sheet>
            <PaymentFacts sale={sale} />
            {figures.length > 0 && <Split figures={figures} />}
            <SaleReceivables sale={sale} />
            <SaleDisputes sale={sale} />
            <AcquirerFacts sale={sale} />
            <SalePostbacks sale={sale} />
          </Sheet>
          <Sheet>
            {sale.pix?.code && (
              <Section title="Para o cliente pagar">
                <PixCode id={sale.id} />
                {maySell && (
                  <Link to="/cobrar" search={{ venda: sale.id }} className={styles.whole}>
                    Mostrar na tela toda
                  </Link>
                )}
              </Section>
            )}
            {sale.slip && <SlipToPay sale={sale} slip={sale.slip} />}
            <Section title="O que aconteceu">
              {sale.historyGone === null ? (
                <Timeline events={sale.timeline} />
              ) : (
                <p className="soft">{sale.historyGone}</p>
              )}
            </Section>
          </Sheet>
        </Columns>
      </div>
    </>
  );
}

/** What a state means that has no actions. */
function Standing({ sale }: { readonly sale: Sale }) {
  const mayTest = useMay('tests.use');
  if (sale.demo) {
    return (
      <Notice tone="wait">
        Venda de demonstração: nenhum dinheiro se moveu, e por isso não há o que capturar nem estornar.
        {mayTest && (
          <>
            {' '}
            Para experimentar, <Link to="/testes">faça uma venda em Testes</Link>.
          </>
        )}
      </Notice>
    );
  }
  if (sale.needsAttention) {
    return (
      <Notice tone="wait">
        O operador da plataforma está verificando esta venda com a adquirente. Até lá, não cobre de novo.
      </Notice>
    );
  }
  if (sale.status === VERIFYING) {
    return (
      <Notice tone="wait">
        A resposta {atBank(sale) ? 'do banco' : 'da adquirente'} ainda não chegou. O Guichê pergunta de novo
        sozinho, e o resultado aparece aqui. Até lá, não cobre de novo.
      </Notice>
    );
  }
  if (sale.pix && sale.pix.disputedAmount > 0) {
    return (
      <Notice tone="wait">
        Quem pagou contestou no banco (MED), e {money(sale.pix.disputedAmount)} voltaram para essa pessoa: o
        valor não está mais na conta da loja.
      </Notice>
    );
  }
  return null;
}

interface OpenDialog {
  readonly key: 'capture' | 'release';
  readonly action: Action;
}

function Actions({ sale }: { readonly sale: Sale }) {
  // The action as it was when the dialog was opened, so that a refusal stays readable even if nothing is left to move.
  const [dialog, setDialog] = useState<OpenDialog>();
  const [dueDate, setDueDate] = useState(false);
  const maySell = useMay('sales.sell');
  const mayCapture = useMay('sales.capture');
  const mayRefund = useMay('sales.refund');
  const shown: (OpenDialog & { readonly label: string })[] = [];
  if (mayCapture && sale.capture.possible)
    shown.push({ key: 'capture', action: sale.capture, label: 'Capturar' });
  if (mayRefund && sale.release.possible) {
    shown.push({
      key: 'release',
      action: sale.release,
      label: sale.release.kind === 'cancel' ? 'Cancelar' : 'Estornar',
    });
  }
  return (
    <div className={styles.actions}>
      {hasReceipt(sale) && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/vendas/$id/comprovante" params={{ id: sale.id }} {...props} />}
          leftSection={<Icon name="receipt" />}
        >
          Comprovante
        </Button>
      )}
      {maySell && sale.slip?.newDueDate.possible && (
        <Button variant="default" onClick={() => setDueDate(true)}>
          Novo vencimento
        </Button>
      )}
      {shown.map(({ key, action, label }) => (
        <Button
          key={key}
          variant={key === 'capture' ? 'filled' : 'default'}
          leftSection={<Icon name={key === 'capture' ? 'check' : 'undo'} />}
          onClick={() => setDialog({ key, action })}
        >
          {label}
        </Button>
      ))}
      {dueDate && sale.slip && (
        <Suspense fallback={null}>
          <DueDateDialog sale={sale} slip={sale.slip} onClose={() => setDueDate(false)} />
        </Suspense>
      )}
      {dialog && (
        <Suspense fallback={null}>
          <MovementDialog
            sale={sale}
            which={dialog.key}
            action={dialog.action}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Whether it was approved, whatever happened later. */
function hasReceipt({ status }: Sale): boolean {
  return status === 5 || status === 6 || status === 8 || status === 9;
}

function Denial({ denial }: { readonly denial: NonNullable<Sale['denial']> }) {
  const { full } = useFormats();
  const retry = {
    after_change: 'Depois disso, pode tentar de novo.',
    no: 'Não tente de novo com este cartão.',
    later:
      denial.retryAfter === null
        ? 'Tente de novo mais tarde.'
        : `Tente de novo a partir de ${full(denial.retryAfter)}.`,
  }[denial.mayRetry];
  return (
    <Notice tone="bad">
      {denial.why}
      <br />
      {denial.whatToDo} {retry} {denial.limit} {denial.link}
    </Notice>
  );
}

function atBank({ kind }: Sale): boolean {
  return kind === 'pix' || kind === 'bankSlip';
}

function AcquirerFacts({ sale }: { readonly sale: Sale }) {
  return (
    <Section title={atBank(sale) ? 'No banco' : 'Na adquirente'}>
      <Facts>
        <Fact label={atBank(sale) ? 'Banco' : 'Adquirente'} value={sale.provider} />
        <Fact label="Código" value={[sale.providerCode, sale.providerMessage].filter(Boolean).join(' · ')} />
        <Fact label="NSU" value={sale.nsu} copy={sale.nsu} />
        <Fact label="Autorização" value={sale.authorizationCode} copy={sale.authorizationCode} />
        {!atBank(sale) && <Fact label="TID" value={sale.providerReference} copy={sale.providerReference} />}
        <Fact label="Id da transação" value={sale.id} copy={sale.id} wide mono />
      </Facts>
    </Section>
  );
}

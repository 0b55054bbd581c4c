import { Link } from '@tanstack/react-router';
import type { Sale } from '../../../../../src/panel/sales/schema.ts';
import { useFormats } from '../../session/session.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SharePix } from '../../ui/feedback/pix-code.tsx';
import { CopyText, Fact } from '../../ui/screens/facts.tsx';
import { Section } from '../../ui/screens/sheet.tsx';
import { dayText, money } from '../../ui/text/format.ts';
import { SURPLUS_WORDS } from './movement-words.ts';
import styles from './sale.module.css';
import { groupedLine, type SaleSlip, standText } from './slip-words.ts';

function sum(cents: number): string | null {
  return cents === 0 ? null : money(cents);
}

/** When it is due, what was paid and how much of it is no part of the price. */
export function SlipFacts({ sale, slip }: { readonly sale: Sale; readonly slip: SaleSlip }) {
  const { full } = useFormats();
  const isOther = slip.paidAmount !== null && slip.paidAmount !== sale.amount;
  return (
    <>
      <Fact label="Forma de pagamento" value="Boleto" />
      <Fact label="Vencimento" value={dayText(slip.dueOn)} />
      <Fact
        label="Pode ser pago até"
        value={slip.payableUntil === slip.dueOn ? null : dayText(slip.payableUntil)}
      />
      <Fact label="Emitido em" value={slip.emittedOn && dayText(slip.emittedOn)} />
      <Fact label="Nosso número" value={slip.ourNumber} copy={slip.ourNumber} />
      <Fact label="Pago em" value={slip.paidAt && full(slip.paidAt)} />
      <Fact label="Valor pago" value={isOther && slip.paidAmount ? money(slip.paidAmount) : null} />
      <Fact label="Juros" value={sum(slip.interest)} />
      <Fact label="Multa" value={sum(slip.fine)} />
      <Fact label="Desconto" value={sum(slip.discount)} />
      <Fact label="Quem pagou" value={slip.payerName} />
      <Fact label="Pago pelo Pix do boleto" value={slip.endToEndId} copy={slip.endToEndId} wide />
      <Fact
        label="Linha digitável"
        value={slip.line && groupedLine(slip.line)}
        copy={slip.line && groupedLine(slip.line)}
        wide
      />
      <Fact
        label="Página do boleto"
        value={slip.url && <a href={slip.url}>{slip.url}</a>}
        copy={slip.url}
        wide
      />
      <Fact
        label="No lugar de"
        value={slip.replaces && <OtherSlip id={slip.replaces} text="boleto anterior" />}
      />
      <Fact
        label="Trocado por"
        value={slip.replacedBy && <OtherSlip id={slip.replacedBy} text="boleto novo" />}
      />
      {slip.surplus.map(({ id, amount, receivedAt, state }) => (
        <Fact
          key={id}
          label="Recebido a mais"
          value={`${money(amount)} em ${full(receivedAt)}: ${SURPLUS_WORDS[state]}`}
          wide
        />
      ))}
    </>
  );
}

function OtherSlip({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <Link to="/vendas/$id" params={{ id }}>
      Ver o {text}
    </Link>
  );
}

/** The second copy: to read out, to open or print, to send again. */
export function SlipToPay({ sale, slip }: { readonly sale: Sale; readonly slip: SaleSlip }) {
  if (slip.line === null || slip.url === null) return null;
  return (
    <Section title="Para o cliente pagar">
      <p className={styles.line}>{groupedLine(slip.line)}</p>
      <CopyText text={groupedLine(slip.line)} label="Copiar a linha digitável" />
      <p className={styles.copies}>
        <a href={slip.url} target="_blank" rel="noopener">
          Abrir o boleto
        </a>
        {slip.pdf !== null && (
          <a href={slip.pdf} target="_blank" rel="noopener">
            PDF para imprimir
          </a>
        )}
      </p>
      <SharePix text={`Boleto de ${money(sale.amount)}, vencimento ${dayText(slip.dueOn)}:`} url={slip.url} />
    </Section>
  );
}

/** What the state of its slip means for the shop; nothing where the words of the status say it. */
export function SlipStanding({ sale, slip }: { readonly sale: Sale; readonly slip: SaleSlip }) {
  const said = standText(sale, slip);
  return said && <Notice tone={said.tone}>{said.text}</Notice>;
}

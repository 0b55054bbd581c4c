import { Link } from '@tanstack/react-router';
import type { Sale } from '../../../../../src/panel/sales/schema.ts';
import { useFormats } from '../../session/session.ts';
import { Fact, Facts } from '../../ui/screens/facts.tsx';
import { Section } from '../../ui/screens/sheet.tsx';
import { documentText, money } from '../../ui/text/format.ts';
import { BuyerToClient, hasDocument } from './buyer-to-client.tsx';
import { SURPLUS_WORDS } from './movement-words.ts';
import { SlipFacts } from './slip-facts.tsx';

function CardFacts({ sale }: { readonly sale: Sale }) {
  const each = money(sale.installmentAmount);
  const interest = sale.interest === 'issuer' ? 'com juros do cartão' : 'sem juros';
  return (
    <>
      <Fact label="Cartão" value={`${sale.brand ?? ''} •••• ${sale.last4 ?? ''}`} />
      <Fact label="Titular" value={sale.card?.holderName ?? null} />
      <Fact
        label="Parcelas"
        value={
          sale.kind === 'debit'
            ? 'Débito'
            : sale.installments > 1
              ? `${sale.installments}x de ${each} ${interest}`
              : 'À vista'
        }
      />
      <Fact label="Nome na fatura" value={sale.softDescriptor} />
      <Fact
        label="Autenticação"
        value={sale.eci === null ? 'Sem 3-D Secure' : `3-D Secure, ECI ${sale.eci}`}
      />
    </>
  );
}

function PixFacts({ sale, pix }: { readonly sale: Sale; readonly pix: NonNullable<Sale['pix']> }) {
  const { full } = useFormats();
  const payer = [pix.payerName, pix.payerDocument && documentText(pix.payerDocument)]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <Fact label="Forma de pagamento" value="Pix" />
      <Fact label="Quem pagou" value={payer} />
      <Fact label="Pago em" value={pix.paidAt && full(pix.paidAt)} />
      <Fact label="Vale até" value={sale.status === 1 ? full(pix.expiresAt) : null} />
      <Fact label="Em devolução" value={pix.refundingAmount > 0 ? money(pix.refundingAmount) : null} />
      <Fact
        label="Contestado no banco (MED)"
        value={pix.disputedAmount > 0 ? money(pix.disputedAmount) : null}
      />
      <Fact label="Identificador do Pix" value={pix.endToEndId} copy={pix.endToEndId} wide />
      <Fact label="Copia e cola" value={pix.code} copy={pix.code} wide />
      <Fact
        label="Página com o QR code"
        value={pix.code && pix.url ? <a href={pix.url}>{pix.url}</a> : null}
        copy={pix.code && pix.url}
        wide
      />
      {pix.surplus.map(({ endToEndId, amount, receivedAt, state }) => (
        <Fact
          key={endToEndId}
          label="Recebido a mais"
          value={`${money(amount)} em ${full(receivedAt)}: ${SURPLUS_WORDS[state]}`}
          wide
        />
      ))}
    </>
  );
}

function WayFacts({ sale }: { readonly sale: Sale }) {
  // Of a link that is paid in one way, another one may be out, or may have brought money too.
  return (
    <>
      {sale.pix && <PixFacts sale={sale} pix={sale.pix} />}
      {sale.slip && <SlipFacts sale={sale} slip={sale.slip} />}
      {!sale.pix && (!sale.slip || sale.card) && <CardFacts sale={sale} />}
    </>
  );
}

/** What was paid, by whom and how. */
export function PaymentFacts({ sale }: { readonly sale: Sale }) {
  const customer = [sale.customerName, sale.customerDocument && documentText(sale.customerDocument)]
    .filter(Boolean)
    .join(' · ');
  return (
    <Section title="Pagamento">
      <Facts>
        <WayFacts sale={sale} />
        <Fact label={`Por que ${sale.provider}?`} value={sale.routing} wide />
        <Fact label="Pedido" value={sale.referenceId} copy={sale.referenceId} />
        <Fact
          label="Venda do caixa"
          value={
            sale.tillSaleId === null ? null : (
              <Link to="/caixa/vendas/$id" params={{ id: String(sale.tillSaleId) }}>
                Venda {sale.tillSaleId}
              </Link>
            )
          }
        />
        <Fact
          label="Cliente"
          value={
            customer && (
              <Link to="/vendas" search={{ search: sale.customerDocument ?? customer }}>
                {customer}
              </Link>
            )
          }
        />
        <Fact label="Descrição" value={sale.description} wide />
      </Facts>
      {hasDocument(sale) && <BuyerToClient saleId={sale.id} />}
    </Section>
  );
}

import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { LinkDetail } from '../../../../../src/panel/links/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { BackLink } from '../../ui/screens/back-link.tsx';
import { CopyButton, Fact, Facts } from '../../ui/screens/facts.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Columns, Section, Sheet, Split } from '../../ui/screens/sheet.tsx';
import { count } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { amountText, LINK_STATES } from './link-words.ts';
import styles from './links.module.css';

const TYPES = { any: 'Crédito ou débito', credit: 'Só crédito', debit: 'Só débito' } as const;

/** One link: its URL and QR code to share, its terms, and its uses. */
export function LinkScreen() {
  const { id } = useParams({ from: '/inside/links/$id' });
  const link = useQuery({
    queryKey: ['link', id],
    queryFn: ({ signal }) => call('GET /links/:id', { path: { id }, signal }),
  });
  if (link.error) return <ErrorNotice error={link.error} onRetry={() => link.refetch()} />;
  if (!link.data) return <Loading />;
  return (
    <>
      <BackLink to="/links" label="Links de pagamento" />
      <ScreenHead title={link.data.name}>
        <Badge {...LINK_STATES[link.data.state]} />
      </ScreenHead>
      <Columns>
        <LinkFacts link={link.data} />
        <Sheet>
          <Section title="Para cobrar">
            <HandOut link={link.data} />
          </Section>
        </Sheet>
      </Columns>
    </>
  );
}

const METHODS: Readonly<Record<string, string>> = { card: 'Cartão', pix: 'Pix', bankSlip: 'Boleto' };

function percent(value: number): string {
  return value.toLocaleString('pt-BR', { maximumFractionDigits: 2 });
}

function CardFacts({ link }: { readonly link: LinkDetail }) {
  return (
    <>
      <Fact label="Cartões" value={TYPES[link.types]} />
      <Fact
        label="Parcelas"
        value={link.installments === 1 ? 'À vista' : `Até ${link.installments}x sem juros`}
      />
      <Fact label="CPF ou CNPJ" value={link.askDocument ? 'Será pedido ao comprador' : 'Não é pedido'} />
    </>
  );
}

function LinkFacts({ link }: { readonly link: LinkDetail }) {
  const { full } = useFormats();
  return (
    <Sheet>
      <Section title="O que cobra">
        <Facts>
          <Fact label="Valor" value={amountText(link)} />
          <Fact label="Descrição para o comprador" value={link.description} />
          <Fact label="Produto" value={link.product && <Product product={link.product} />} />
          <Fact label="Formas de pagamento" value={link.methods.map((one) => METHODS[one]).join(', ')} />
          {link.methods.includes('pix') && (
            <Fact
              label="Desconto no Pix"
              value={
                link.pixDiscount === null ? 'O das configurações' : `${percent(link.pixDiscount / 100)}%`
              }
            />
          )}
          {link.methods.includes('card') && <CardFacts link={link} />}
          <Fact label="Criado em" value={full(link.createdAt)} />
          <Fact
            label="Validade"
            value={link.expiresAt === null ? 'Não vence' : `Até ${full(link.expiresAt)}`}
          />
          <Fact label="Referência das vendas" value={link.referenceId} copy={link.referenceId} mono />
        </Facts>
      </Section>
      <Split
        figures={[
          ['Pagamentos', count(link.paid)],
          ['Em andamento', count(link.underWay)],
          ['Restam', leftText(link)],
        ]}
      />
      <Section title="Ações">
        <div className={styles.actions}>
          {link.referenceId !== null && (
            <Link to="/vendas" search={{ search: link.referenceId }} className={styles.sales}>
              <Icon name="receipt" />
              Vendas deste link
            </Link>
          )}
          <Activity link={link} />
        </div>
      </Section>
    </Sheet>
  );
}

/** `18 de 20`: a payment under way holds its use. */
function leftText({ paid, underWay, maxUses }: LinkDetail): string {
  if (maxUses === null) return 'Sem limite';
  return `${count(Math.max(0, maxUses - paid - underWay))} de ${count(maxUses)}`;
}

function Product({ product }: { readonly product: NonNullable<LinkDetail['product']> }) {
  return (
    <span className={styles.product}>
      {product.thumbnailUrl !== null && <img src={product.thumbnailUrl} alt="" />}
      <Link to="/produtos/$id" params={{ id: String(product.id) }}>
        {product.name}
      </Link>
    </span>
  );
}

function HandOut({ link }: { readonly link: LinkDetail }) {
  const message = `${link.description ?? link.name}: pague em ${link.url}`;
  return (
    <div className={styles.code}>
      <img src={link.qrCodePath} alt="QR code do link" width="240" height="240" />
      <div className={styles.address}>
        <span className="mono">{link.url}</span>
        <CopyButton text={link.url} what="endereço" />
      </div>
      <div className={styles.buttons}>
        <Button
          component="a"
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<Icon name="send" />}
        >
          Enviar pelo WhatsApp
        </Button>
        <Button component="a" href={link.qrCodePath} download={`${link.name}.svg`} variant="default">
          Baixar o QR code
        </Button>
        <Button component="a" href={link.url} target="_blank" rel="noopener noreferrer" variant="subtle">
          Ver como o comprador
        </Button>
      </div>
    </div>
  );
}

function Activity({ link }: { readonly link: LinkDetail }) {
  const mayWrite = useMay('links.write');
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: (active: boolean) => call('PATCH /links/:id', { path: { id: link.id }, body: { active } }),
    onSuccess: async (changed) => {
      client.setQueryData(['link', link.id], changed);
      setAsking(false);
      await client.invalidateQueries({ queryKey: ['links'] });
    },
  });
  if (!mayWrite) return null;
  if (!link.active) {
    return (
      <>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate(true)}>
          Reativar
        </Button>
        {change.error && <ErrorNotice error={change.error} />}
      </>
    );
  }
  return (
    <>
      <Button variant="subtle" color="var(--wrong)" onClick={() => setAsking(true)}>
        Desativar
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Desativar ${link.name}?`}
          verb="Desativar"
          pending={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate(false)}
          onClose={() => setAsking(false)}
        >
          <p>Quem abrir o link verá que ele foi desativado. O que já foi pago não muda.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { LinkRow } from '../../../../../src/panel/links/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { CopiedText } from '../../ui/screens/facts.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { amountText, LINK_STATES, paidSentence, paidText } from './link-words.ts';
import styles from './links.module.css';

/** The shop's reusable payment links, newest first. */
export function LinksScreen() {
  const mayWrite = useMay('links.write');
  const { short } = useFormats();
  const links = usePages<LinkRow>(['links'], (page, signal) => call('GET /links', { query: page, signal }));
  const columns: readonly ListColumn<LinkRow>[] = [
    {
      id: 'name',
      header: 'Link',
      cell: ({ row }) => (
        <Link to="/links/$id" params={{ id: row.original.id }}>
          <b>{row.original.name}</b>
        </Link>
      ),
    },
    { id: 'value', header: 'Valor', cell: ({ row }) => amountText(row.original) },
    { id: 'paid', header: 'Pagamentos', cell: ({ row }) => paidText(row.original) },
    { id: 'state', header: 'Situação', cell: ({ row }) => <Badge {...LINK_STATES[row.original.state]} /> },
    {
      id: 'expires',
      header: 'Validade',
      cell: ({ row }) => (row.original.expiresAt === null ? 'Não vence' : short(row.original.expiresAt)),
    },
    {
      id: 'address',
      header: 'Endereço',
      cell: ({ row }) => (
        <CopiedText
          shown={row.original.url.replace(/^https?:\/\//, '')}
          text={row.original.url}
          what={`endereço de ${row.original.name}`}
        />
      ),
    },
  ];
  const add = mayWrite && (
    <Button component={Link} to="/links/novo" leftSection={<Icon name="plus" />}>
      Novo link
    </Button>
  );
  return (
    <>
      <ScreenHead title="Links de pagamento">{add}</ScreenHead>
      <DataList<LinkRow>
        caption="Links de pagamento, mais novos primeiro"
        columns={columns}
        {...links}
        rowKey={({ id }) => id}
        card={(link) => (
          <Link to="/links/$id" params={{ id: link.id }}>
            <span className={styles.cardTop}>
              <b>{link.name}</b>
              <Badge {...LINK_STATES[link.state]} />
            </span>
            <p className="soft">
              {amountText(link)} · {paidSentence(link)}
            </p>
          </Link>
        )}
        empty={
          <>
            <b>Cobre com um link</b>
            <p className="soft">
              Envie por mensagem ou imprima o QR code: o comprador paga numa página com o nome da sua loja,
              sem instalar nada.
            </p>
            {add}
          </>
        }
      />
    </>
  );
}

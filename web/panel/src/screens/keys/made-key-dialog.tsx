import { Button } from '@mantine/core';
import type { NewKey } from '../../../../../src/panel/keys/schema.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { CopyButton } from '../../ui/screens/facts.tsx';
import { KEY_KINDS } from './key-words.ts';
import styles from './keys.module.css';

/** The secret of a new key, shown once, with a command to test it. */
export function MadeKeyDialog({ made, onClose }: { readonly made: NewKey; readonly onClose: () => void }) {
  const command = curlOf(made);
  return (
    <Dialog
      onClose={onClose}
      title={KEY_KINDS[made.kind].label}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Notice tone="wait">Guarde agora: o segredo não será mostrado de novo.</Notice>
      <dl className={styles.secrets}>
        {secretsOf(made).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.secret}>
              <span className="mono">{value}</span>
              <CopyButton text={value} what={name} />
            </dd>
          </div>
        ))}
      </dl>
      {command !== undefined && (
        <>
          <p className={styles.try}>
            Experimente no terminal
            <CopyButton text={command} what="comando" />
          </p>
          <pre className={`${styles.curl} mono`}>{command}</pre>
        </>
      )}
      <Button mt="lg" fullWidth onClick={onClose}>
        Já guardei
      </Button>
    </Dialog>
  );
}

function secretsOf({ kind, name, secret, signingSecret }: NewKey): readonly (readonly [string, string])[] {
  switch (kind) {
    case 'api':
      return [
        ['authenticationApi', name ?? ''],
        ['authenticationKey', secret],
        ...(signingSecret === null ? [] : [['Segredo dos avisos', signingSecret] as const]),
      ];
    case 'integration':
      return [['key', secret]];
    case 'postback':
      return [['Segredo dos avisos', secret]];
  }
}

/** A read-only call. */
function curlOf({ kind, name, secret, address }: NewKey): string | undefined {
  switch (kind) {
    case 'api':
      return `curl '${address}/v1/transactions?referenceId=pedido-1' \\\n  -H 'authenticationApi: ${name}' \\\n  -H 'authenticationKey: ${secret}'`;
    case 'integration':
      return `curl '${address}/Produto/GetByPessoaId?key=${secret}'`;
    case 'postback':
      return undefined;
  }
}

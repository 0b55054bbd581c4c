import { Button } from '@mantine/core';
import { Notice } from '../../ui/feedback/notice.tsx';
import { CopyButton } from '../../ui/screens/facts.tsx';
import styles from './security.module.css';

/** New recovery codes, shown only once. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  return (
    <>
      <Notice tone="good">O segundo fator está ativo.</Notice>
      <p className="soft">
        Guarde estes códigos em lugar seguro. Cada um vale uma vez no lugar do segundo fator, se o celular ou
        a chave se perder. Eles não serão mostrados de novo.
      </p>
      <ul className={`${styles.codes} mono`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.row}>
        <CopyButton text={codes.join('\n')} what="os códigos" />
        <Button onClick={onDone}>Já guardei</Button>
      </div>
    </>
  );
}

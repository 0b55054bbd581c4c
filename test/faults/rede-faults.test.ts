import { startRedeHost } from '../../simulators/rede-host/rede-host.ts';
import { redeFaultCases } from './fault-cases.ts';
import { faultMatrix } from './fault-matrix.ts';

/** Sales and refunds with every fault, hosts that are away, and each other kind of call with one fault. The others: at night. */
const OF_THE_DAY = /^(sale|refund): \w+( once| always)?$|: connection refused$|: reset_after$/;

faultMatrix({ provider: 'REDE', start: startRedeHost, secret: 'key' }, redeFaultCases, OF_THE_DAY);

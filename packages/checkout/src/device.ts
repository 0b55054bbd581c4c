/** What 3-D Secure asks of the browser, as the members `userAgent` and `device` of a sale are sent. */
export interface BrowserFacts {
  readonly userAgent: string;
  readonly device: {
    readonly colorDepth: number;
    readonly deviceType3ds: 'BROWSER';
    readonly javaEnabled: boolean;
    readonly language: string;
    readonly screenHeight: number;
    readonly screenWidth: number;
    /** Hours from the buyer's time to UTC. */
    readonly timeZoneOffset: number;
  };
}

const MINUTES_AN_HOUR = 60;
const LONGEST_LANGUAGE = 8;

/** What of the browser is read here; servers, which may import this module too, have none of it. */
interface Browser {
  readonly screen: { readonly colorDepth: number; readonly height: number; readonly width: number };
  readonly navigator: { readonly language: string; readonly userAgent: string };
}

export function device(now = new Date()): BrowserFacts {
  const { screen, navigator } = globalThis as unknown as Browser;
  const { colorDepth, height, width } = screen;
  const { language, userAgent } = navigator;
  return {
    userAgent,
    device: {
      colorDepth,
      deviceType3ds: 'BROWSER',
      // What every browser answers since there are no plug-ins (HTML Living Standard, 8.9.1.6).
      javaEnabled: false,
      language: language.length <= LONGEST_LANGUAGE ? language : (language.split('-')[0] ?? language),
      screenHeight: height,
      screenWidth: width,
      timeZoneOffset: Math.round(now.getTimezoneOffset() / MINUTES_AN_HOUR),
    },
  };
}

/** Browser data that 3-D Secure requires, in the form of the fields `userAgent` and `device` of a sale. */
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

/** The browser globals read here; servers, which may also import this module, do not have them. */
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
      // Embedded browsers say 0; what they show has 24 (CSSOM View, 4.3).
      colorDepth: colorDepth || 24,
      deviceType3ds: 'BROWSER',
      // All browsers report this since plug-ins were removed (HTML Living Standard, 8.9.1.6).
      javaEnabled: false,
      language: language.length <= LONGEST_LANGUAGE ? language : (language.split('-')[0] ?? language),
      screenHeight: height,
      screenWidth: width,
      timeZoneOffset: Math.round(now.getTimezoneOffset() / MINUTES_AN_HOUR),
    },
  };
}

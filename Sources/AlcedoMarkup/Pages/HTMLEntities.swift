/// Names of characters in HTML (HTML Living Standard, "Named character references"): the letters of European languages, and
/// signs of punctuation.
enum HTMLEntities {
    /// Returns the character with a name, whose case matters.
    static func scalar(_ name: String) -> Unicode.Scalar? { scalars[name] }

    private static let scalars: [String: Unicode.Scalar] = {
        var scalars: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "num": "#", "percnt": "%",
            "plus": "+",
            "comma": ",", "period": ".", "sol": "/", "bsol": "\\", "colon": ":", "semi": ";", "equals": "=",
            "quest": "?", "commat": "@", "excl": "!", "dollar": "$", "lpar": "(", "rpar": ")", "ast": "*",
            "lowbar": "_", "lsqb": "[", "rsqb": "]", "lcub": "{", "rcub": "}", "verbar": "|", "grave": "`",
            "Hat": "^", "tilde": "\u{2DC}", "circ": "\u{2C6}", "fnof": "\u{192}", "ndash": "\u{2013}",
            "mdash": "\u{2014}", "lsquo": "\u{2018}", "rsquo": "\u{2019}", "sbquo": "\u{201A}",
            "ldquo": "\u{201C}", "rdquo": "\u{201D}", "bdquo": "\u{201E}", "dagger": "\u{2020}",
            "Dagger": "\u{2021}", "bull": "\u{2022}", "hellip": "\u{2026}", "permil": "\u{2030}",
            "prime": "\u{2032}", "Prime": "\u{2033}", "lsaquo": "\u{2039}", "rsaquo": "\u{203A}",
            "euro": "\u{20AC}", "trade": "\u{2122}", "deg": "\u{B0}", "minus": "\u{2212}",
            "Tab": "\t", "NewLine": "\n",
        ]
        for (first, names) in blocks {
            for (offset, name) in names.split(whereSeparator: \.isWhitespace).enumerated() where name != "-" {
                scalars[String(name)] = Unicode.Scalar(first + UInt32(offset))
            }
        }
        return scalars
    }()

    // The names of consecutive characters; a dash for one without a name.
    private static let blocks: [(first: UInt32, names: String)] = [
        (
            0xA0,
            """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
            micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring
            AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml
            times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil
            egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash
            ugrave uacute ucirc uuml yacute thorn yuml

            Amacr amacr Abreve abreve Aogon aogon Cacute cacute Ccirc ccirc Cdot cdot Ccaron ccaron Dcaron dcaron Dstrok
            dstrok Emacr emacr - - Edot edot Eogon eogon Ecaron ecaron Gcirc gcirc Gbreve gbreve Gdot gdot Gcedil -
            Hcirc hcirc Hstrok hstrok Itilde itilde Imacr imacr - - Iogon iogon Idot imath IJlig ijlig Jcirc jcirc Kcedil
            kcedil kgreen Lacute lacute Lcedil lcedil Lcaron lcaron Lmidot lmidot Lstrok lstrok Nacute nacute Ncedil
            ncedil Ncaron ncaron napos ENG eng Omacr omacr - - Odblac odblac OElig oelig Racute racute Rcedil rcedil
            Rcaron rcaron Sacute sacute Scirc scirc Scedil scedil Scaron scaron Tcedil tcedil Tcaron tcaron Tstrok tstrok
            Utilde utilde Umacr umacr Ubreve ubreve Uring uring Udblac udblac Uogon uogon Wcirc wcirc Ycirc ycirc Yuml
            Zacute zacute Zdot zdot Zcaron zcaron
            """
        ),
        (
            0x391,
            """
            Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon
            Phi Chi Psi Omega - - - - - - - alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi
            omicron pi rho sigmaf sigma tau upsilon phi chi psi omega
            """
        ),
        (
            0x401,
            """
            IOcy DJcy GJcy Jukcy DScy Iukcy YIcy Jsercy LJcy NJcy TSHcy KJcy - Ubrcy DZcy Acy Bcy Vcy Gcy Dcy IEcy ZHcy
            Zcy Icy Jcy Kcy Lcy Mcy Ncy Ocy Pcy Rcy Scy Tcy Ucy Fcy KHcy TScy CHcy SHcy SHCHcy HARDcy Ycy SOFTcy Ecy YUcy
            YAcy acy bcy vcy gcy dcy iecy zhcy zcy icy jcy kcy lcy mcy ncy ocy pcy rcy scy tcy ucy fcy khcy tscy chcy
            shcy shchcy hardcy ycy softcy ecy yucy yacy - iocy djcy gjcy jukcy dscy iukcy yicy jsercy ljcy njcy tshcy
            kjcy - ubrcy dzcy
            """
        ),
    ]
}

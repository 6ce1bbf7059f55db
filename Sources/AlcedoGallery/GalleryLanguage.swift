/// Built-in translations of the gallery's words.
package enum GalleryLanguage {
    /// Words in the order of `GallerySettings.Word`, and names of months as used in a date.
    struct Texts {
        let words: [String]
        let months: [String]

        init(words: [String], months: [String]) {
            self.words = words
            self.months = months
        }

        init(_ months: String, _ words: String...) {
            self.words = words
            self.months = months.split(separator: " ").map(String.init)
        }
    }

    /// Tags of all languages.
    static var tags: [String] { table.keys.sorted() }

    /// Returns the words of a language, if available.
    /// - Parameter tag: `de`, or `de-AT`.
    static func texts(of tag: String) -> Texts? {
        let written = tag.prefix { $0 != "-" }.lowercased()
        let language = synonyms[written] ?? written
        guard let texts = table[language], let viewer = viewer[language] else { return nil }
        return Texts(words: texts.words + viewer, months: texts.months)
    }

    // Unspecified Norwegian is mostly Bokmål.
    private static let synonyms = ["no": "nb", "nn": "nb"]

    /// English, for languages without words of their own.
    static var english: Texts {
        Texts(words: englishTable.words + (viewer["en"] ?? []), months: englishTable.months)
    }

    private static let englishTable = Texts(
        "January February March April May June July August September October November December",
        "Photographs", "1 picture", "{count} pictures", "Skip to the pictures", "There are no pictures yet.",
        "Picture {number} of {count}", "Pictures", "Previous picture: {title}", "Next picture: {title}",
        "Albums", "Tags", "Breadcrumbs", "Pages", "Page {number}", "Page {number} of {count}",
        "Previous page", "Next page",
        "Camera",
        "Lens", "Focal length", "Aperture", "Exposure", "ISO", "Taken", "Photograph: {name}",
        "{day} {month} {year}")

    private static let table: [String: Texts] = [
        "en": englishTable,
        "cs": Texts(
            "ledna února března dubna května června července srpna září října listopadu prosince",
            "Fotografie", "1 obrázek", "Počet obrázků: {count}", "Přejít k obrázkům",
            "Zatím tu nejsou žádné obrázky.",
            "Obrázek {number} z {count}", "Obrázky", "Předchozí obrázek: {title}", "Další obrázek: {title}",
            "Alba", "Štítky", "Drobečková navigace", "Stránky", "Stránka {number}",
            "Stránka {number} z {count}", "Předchozí stránka", "Další stránka",
            "Fotoaparát", "Objektiv", "Ohnisková vzdálenost", "Clona", "Expozice", "ISO", "Pořízeno",
            "Fotografie: {name}", "{day}. {month} {year}"),
        "da": Texts(
            "januar februar marts april maj juni juli august september oktober november december",
            "Fotografier", "1 billede", "{count} billeder", "Gå til billederne",
            "Der er ingen billeder endnu.",
            "Billede {number} af {count}", "Billeder", "Forrige billede: {title}", "Næste billede: {title}",
            "Albummer", "Emneord", "Brødkrummesti", "Sider", "Side {number}", "Side {number} af {count}",
            "Forrige side", "Næste side",
            "Kamera",
            "Objektiv", "Brændvidde", "Blænde", "Eksponering", "ISO", "Taget", "Foto: {name}",
            "{day}. {month} {year}"),
        "de": Texts(
            "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
            "Fotografien", "1 Bild", "{count} Bilder", "Zu den Bildern springen",
            "Es gibt noch keine Bilder.",
            "Bild {number} von {count}", "Bilder", "Vorheriges Bild: {title}", "Nächstes Bild: {title}",
            "Alben", "Schlagwörter", "Navigationspfad", "Seiten", "Seite {number}",
            "Seite {number} von {count}", "Vorherige Seite", "Nächste Seite",
            "Kamera",
            "Objektiv", "Brennweite", "Blende", "Belichtung", "ISO", "Aufgenommen", "Foto: {name}",
            "{day}. {month} {year}"),
        "es": Texts(
            "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
            "Fotografías", "1 imagen", "{count} imágenes", "Ir a las imágenes", "Todavía no hay imágenes.",
            "Imagen {number} de {count}", "Imágenes", "Imagen anterior: {title}", "Imagen siguiente: {title}",
            "Álbumes", "Etiquetas", "Ruta de navegación", "Páginas", "Página {number}",
            "Página {number} de {count}", "Página anterior", "Página siguiente",
            "Cámara", "Objetivo", "Distancia focal", "Apertura", "Exposición", "ISO", "Fecha",
            "Fotografía: {name}", "{day} de {month} de {year}"),
        "fi": Texts(
            "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta "
                + "marraskuuta joulukuuta",
            "Valokuvia", "1 kuva", "{count} kuvaa", "Siirry kuviin", "Kuvia ei vielä ole.",
            "Kuva {number}/{count}",
            "Kuvat", "Edellinen kuva: {title}", "Seuraava kuva: {title}", "Albumit", "Avainsanat",
            "Murupolku", "Sivut", "Sivu {number}", "Sivu {number}/{count}", "Edellinen sivu", "Seuraava sivu",
            "Kamera", "Objektiivi",
            "Polttoväli",
            "Aukko", "Valotus", "ISO", "Otettu", "Kuva: {name}", "{day}. {month} {year}"),
        "fr": Texts(
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
            "Photographies", "1 image", "{count} images", "Aller aux images", "Il n’y a pas encore d’images.",
            "Image {number} sur {count}", "Images", "Image précédente : {title}", "Image suivante : {title}",
            "Albums", "Mots-clés", "Fil d’Ariane", "Pages", "Page {number}", "Page {number} sur {count}",
            "Page précédente", "Page suivante",
            "Appareil", "Objectif", "Focale", "Ouverture", "Exposition", "ISO", "Prise de vue",
            "Photographie : {name}", "{day} {month} {year}"),
        "it": Texts(
            "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
            "Fotografie", "1 immagine", "{count} immagini", "Vai alle immagini",
            "Non ci sono ancora immagini.",
            "Immagine {number} di {count}", "Immagini", "Immagine precedente: {title}",
            "Immagine successiva: {title}", "Album", "Parole chiave", "Percorso di navigazione", "Pagine",
            "Pagina {number}", "Pagina {number} di {count}", "Pagina precedente", "Pagina successiva",
            "Fotocamera", "Obiettivo", "Lunghezza focale", "Diaframma",
            "Esposizione", "ISO", "Data", "Fotografia: {name}", "{day} {month} {year}"),
        "nb": Texts(
            "januar februar mars april mai juni juli august september oktober november desember",
            "Fotografier", "1 bilde", "{count} bilder", "Gå til bildene", "Det er ingen bilder ennå.",
            "Bilde {number} av {count}", "Bilder", "Forrige bilde: {title}", "Neste bilde: {title}", "Album",
            "Emneord", "Brødsmulesti", "Sider", "Side {number}", "Side {number} av {count}", "Forrige side",
            "Neste side", "Kamera",
            "Objektiv", "Brennvidde", "Blender", "Eksponering", "ISO", "Tatt", "Foto: {name}",
            "{day}. {month} {year}"),
        "nl": Texts(
            "januari februari maart april mei juni juli augustus september oktober november december",
            "Foto’s", "1 afbeelding", "{count} afbeeldingen", "Naar de afbeeldingen",
            "Er zijn nog geen afbeeldingen.",
            "Afbeelding {number} van {count}", "Afbeeldingen", "Vorige afbeelding: {title}",
            "Volgende afbeelding: {title}", "Albums", "Trefwoorden", "Kruimelpad", "Pagina’s",
            "Pagina {number}", "Pagina {number} van {count}", "Vorige pagina", "Volgende pagina", "Camera",
            "Objectief", "Brandpuntsafstand", "Diafragma",
            "Belichting",
            "ISO", "Genomen", "Foto: {name}", "{day} {month} {year}"),
        "pl": Texts(
            "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
            "Fotografie", "1 zdjęcie", "Liczba zdjęć: {count}", "Przejdź do zdjęć", "Nie ma jeszcze zdjęć.",
            "Zdjęcie {number} z {count}", "Zdjęcia", "Poprzednie zdjęcie: {title}",
            "Następne zdjęcie: {title}", "Albumy", "Słowa kluczowe", "Ścieżka nawigacji", "Strony",
            "Strona {number}", "Strona {number} z {count}", "Poprzednia strona", "Następna strona",
            "Aparat", "Obiektyw", "Ogniskowa", "Przysłona", "Ekspozycja", "ISO", "Data", "Fotografia: {name}",
            "{day} {month} {year}"),
        "pt": Texts(
            "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
            "Fotografias", "1 imagem", "{count} imagens", "Ir para as imagens", "Ainda não há imagens.",
            "Imagem {number} de {count}", "Imagens", "Imagem anterior: {title}", "Imagem seguinte: {title}",
            "Álbuns", "Etiquetas", "Trilha de navegação", "Páginas", "Página {number}",
            "Página {number} de {count}", "Página anterior", "Página seguinte",
            "Câmera", "Lente", "Distância focal", "Abertura", "Exposição", "ISO", "Data",
            "Fotografia: {name}",
            "{day} de {month} de {year}"),
        "sv": Texts(
            "januari februari mars april maj juni juli augusti september oktober november december",
            "Fotografier", "1 bild", "{count} bilder", "Till bilderna", "Det finns inga bilder än.",
            "Bild {number} av {count}", "Bilder", "Föregående bild: {title}", "Nästa bild: {title}", "Album",
            "Nyckelord", "Sökväg", "Sidor", "Sida {number}", "Sida {number} av {count}", "Föregående sida",
            "Nästa sida", "Kamera",
            "Objektiv", "Brännvidd", "Bländare", "Exponering", "ISO", "Tagen", "Foto: {name}",
            "{day} {month} {year}"),
    ]
}

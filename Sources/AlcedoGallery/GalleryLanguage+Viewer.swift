extension GalleryLanguage {
    /// Words of the pictures over the page, of downloads and of the map, in the order of `GallerySettings.Word` from `close`.
    static let viewer: [String: [String]] = [
        "en": ["Close", "Zoom", "Full screen", "Details", "Download", "License", "Map", "Location"],
        "cs": [
            "Zavřít", "Přiblížit", "Celá obrazovka", "Podrobnosti", "Stáhnout", "Licence", "Mapa", "Místo",
        ],
        "da": ["Luk", "Zoom", "Fuld skærm", "Detaljer", "Download", "Licens", "Kort", "Sted"],
        "de": ["Schließen", "Zoomen", "Vollbild", "Details", "Herunterladen", "Lizenz", "Karte", "Ort"],
        "es": [
            "Cerrar", "Ampliar", "Pantalla completa", "Detalles", "Descargar", "Licencia", "Mapa", "Lugar",
        ],
        "fi": ["Sulje", "Zoomaa", "Koko näyttö", "Tiedot", "Lataa", "Lisenssi", "Kartta", "Paikka"],
        "fr": ["Fermer", "Zoomer", "Plein écran", "Détails", "Télécharger", "Licence", "Carte", "Lieu"],
        "it": [
            "Chiudi", "Ingrandisci", "Schermo intero", "Dettagli", "Scarica", "Licenza", "Mappa", "Luogo",
        ],
        "nb": ["Lukk", "Zoom", "Fullskjerm", "Detaljer", "Last ned", "Lisens", "Kart", "Sted"],
        "nl": [
            "Sluiten", "Zoomen", "Volledig scherm", "Details", "Downloaden", "Licentie", "Kaart", "Plaats",
        ],
        "pl": ["Zamknij", "Powiększ", "Pełny ekran", "Szczegóły", "Pobierz", "Licencja", "Mapa", "Miejsce"],
        "pt": ["Fechar", "Ampliar", "Tela cheia", "Detalhes", "Baixar", "Licença", "Mapa", "Local"],
        "sv": ["Stäng", "Zooma", "Helskärm", "Detaljer", "Ladda ner", "Licens", "Karta", "Plats"],
    ]
}

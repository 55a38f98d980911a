import InfoPlist
import Testing

@Suite struct InfoPlistKeysTests {
    /// Keys of the pages "Bundle configuration", "User interface", "App execution", "Protected resources", "Data and
    /// storage" and "App services" of Apple's "Information Property List", as of 2026, but usage descriptions.
    private static let documented = """
        APFiles APInstallerURL ASAccountAuthenticationModificationOptOutOfSecurityPromptsOnSignIn
        ASWebAuthenticationSessionWebBrowserSupportCapabilities ATSApplicationFontsPath
        AVGameBypassSystemSpatialAudio AdNetworkIdentifiers AttributionCopyEndpoint BAAppGroupID
        BAEssentialMaxInstallSize BAHasManagedAssetPacks BAInitialDownloadRestrictions BAManifestURL
        BAMaxInstallSize BAUsesAppleHosting BEEmbeddedWebBrowserEngine BEEmbeddedWebBrowserEngineVersion
        BGTaskSchedulerPermittedIdentifiers CADisableMinimumFrameDurationOnPhone CFAppleHelpAnchor
        CFBundleDocumentTypes CFBundleExecutable CFBundleIconFile CFBundleIconFiles CFBundleIconName CFBundleIcons
        CFBundleURLTypes CFPlugInDynamicRegisterFunction CFPlugInDynamicRegistration CFPlugInFactories CFPlugInTypes
        CFPlugInUnloadFunction CKSharingSupported CLKComplicationPrincipalClass CLKComplicationSupportedFamilies
        CSResourcesFileMapped CoreSpotlightActions ENAPIVersion ENDeveloperRegion
        EligibleForAdAttributionKitReengagementPostbackCopies GCDisableInferringGameMetadata
        GCRequiresControllerUserInteraction GCSupportedGameControllers GCSupportsControllerUserInteraction
        GCSupportsGameMode GCSupportsMultipleMicroGamepads GKGameCenterBadgingDisabled GKShowChallengeBanners
        GPUEjectPolicy GPUSelectionPolicy INIntentsRestrictedWhileLocked
        INIntentsRestrictedWhileProtectedDataUnavailable INIntentsSupported INSupportedMediaCategories
        ITSAppUsesNonExemptEncryption ITSEncryptionExportComplianceCode JSNotificationURLFormat
        LSApplicationCategoryType LSArchitecturePriority LSBackgroundOnly LSBundleContainsCoreMLmlmodelc
        LSEnvironment LSFileQuarantineEnabled LSGetAppDiedEvents LSMinimumSystemVersion
        LSMinimumSystemVersionByArchitecture LSMultipleInstancesProhibited LSRequiresIPhoneOS
        LSRequiresNativeExecution LSSupportsGameMode LSSupportsOpeningDocumentsInPlace LSUIElement
        LSUIPresentationMode MKDirectionsApplicationSupportedModes MKSellsDigitalGoods MinimumOSVersion
        MusicHapticsSupported NSAccentColorName NSAccessorySetupBluetoothCompanyIdentifiers
        NSAccessorySetupBluetoothNames NSAccessorySetupBluetoothServices NSAccessorySetupKitSupports
        NSAdvertisingAttributionReportEndpoint NSAppClip NSAppTransportSecurity NSAppleScriptEnabled
        NSApplicationServices NSAutoFillRequiresTextContentTypeForOneTimeCodeOnMac NSBonjourServices
        NSDockTilePlugIn NSDownloadsUbiquitousContents NSEndpointSecurityEarlyBoot NSEndpointSecurityRebootRequired
        NSExtension NSHealthRequiredReadAuthorizationTypeIdentifiers NSHighResolutionCapable
        NSHumanReadableCopyright NSJavaRoot NSLocationDefaultAccuracyReduced
        NSLocationTemporaryUsageDescriptionDictionary NSMainNibFile NSMainStoryboardFile
        NSObservationTrackingEnabled NSPrefPaneIconFile NSPrefPaneIconLabel
        NSPrefersDisplaySafeAreaCompatibilityMode NSPrincipalClass NSSensorKitPrivacyPolicyURL
        NSSensorKitUsageDetail NSServices NSStickerSharingLevel NSSupportsAutomaticGraphicsSwitching
        NSSupportsLiveActivities NSSupportsLiveActivitiesFrequentUpdates NSSupportsPurgeableLocalStorage
        NSSupportsSuddenTermination NSUpdateSecurityPolicy NSUserActivityTypes NSWidgetBackgroundColorName
        NSWidgetWantsLocation OSLogPreferences PUICAutoLaunchAudioOptOut QLNeedsToBeRunInMainThread QLPreviewHeight
        QLPreviewWidth QLSupportsConcurrentRequests QLThumbnailMinimumSize
        SFSafariCorrespondingIOSAppBundleIdentifier SFSafariCorrespondingIOSExtensionBundleIdentifier
        SFSafariCorrespondingMacOSAppBundleIdentifier SFSafariCorrespondingMacOSExtensionBundleIdentifier
        SKAdNetworkItems SKExternalLinkAccount SKExternalPurchase SKExternalPurchaseCustomLinkRegions
        SKExternalPurchaseLink SKExternalPurchaseLinkStreamingRegions SKExternalPurchaseMultiLink
        SKIncludeConsumableInAppPurchaseHistory SMAuthorizedClients SMPrivilegedExecutables SRResearchDataGeneration
        TICapsLockLanguageSwitchCapable UIAppFonts UIAppSupportsHDR UIApplicationExitsOnSuspend
        UIApplicationPreferredDefaultSceneSessionRole UIApplicationSceneManifest UIApplicationShortcutItems
        UIApplicationShortcutWidget UIApplicationSupportsIndirectInputEvents UIApplicationSupportsPrintCommand
        UIBackgroundModes UIDesignRequiresCompatibility UIFileSharingEnabled UIInterfaceOrientation UILaunchImages
        UILaunchScreen UILaunchScreens UILaunchStoryboardName UILaunchStoryboards UILaunchToFullScreenByDefaultOnMac
        UIMainStoryboardFile UIObservationTrackingEnabled UIPreferredDefaultInterfaceOrientation UIPrerenderedIcon
        UIRequiredDeviceCapabilities UIRequiresFullScreen UIRequiresFullScreenIgnoredStartingWithVersion
        UIRequiresPersistentWiFi UIStatusBarHidden UIStatusBarStyle UIStatusBarTintParameters
        UISupportedExternalAccessoryProtocols UISupportedInterfaceOrientations UISupportsAssistiveAccess
        UISupportsDocumentBrowser UISupportsFullScreenInAssistiveAccess UISupportsTrueScreenSizeOnMac
        UIUserInterfaceStyle UIViewControllerBasedStatusBarAppearance UIViewEdgeAntialiasing UIViewGroupOpacity
        UIWhitePointAdaptivityStyle UTExportedTypeDeclarations UTImportedTypeDeclarations WKAppBundleIdentifier
        WKApplication WKBackgroundModes WKCompanionAppBundleIdentifier WKExtensionDelegateClassName
        WKPrefersNetworkUponForeground WKRunsIndependentlyOfCompanionApp WKSupportsAlwaysOnDisplay WKWatchKitApp
        WKWatchOnly WiFiAwareServices XPCService
        """

    @Test func everyDocumentedKeyIsKnown() {
        let keys = Self.documented.split { $0.isWhitespace }.map(String.init)
        #expect(keys.count > 190)
        #expect(keys.filter { !InfoPlistKeys.contain($0) } == [])
    }

    @Test(arguments: [
        ("UISupportedInterfaceOrientations~ipad", true), ("NSCameraUsageDescription", true),
        ("CFBundleOfTomorrow", true), ("NSAppTransportSecurty", false), ("MinimumOSVersions", false), ("", false),
    ])
    func aKeyIsKnownByItsName(key: String, isKnown: Bool) {
        #expect(InfoPlistKeys.contain(key) == isKnown)
    }
}
